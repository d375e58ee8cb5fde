import { PasswordServiceService } from '@forgemesh/proto/identity/v1/password';
import { internalOperation } from '../operation';
import { assertMayTry, forgetFailures, noteFailure } from '../sign-in/sign-in-failures';
import { isPassword } from './passwords';
import type { UserDocument } from './user.model';

/** Tells whether a text is the password of a user. */
export const getPasswordMatch = internalOperation(
  PasswordServiceService.getPasswordMatch,
  async ({ user_id: userId, password }, { deps }) => {
    const user = await deps.users.model.findById(userId, { password_hash: 1, state: 1 }).lean<UserDocument>();
    if (!user?.password_hash || user.state !== 'active') return { matches: false };
    const attempt = { account: String(userId), address: '' };
    await assertMayTry(deps, attempt);
    const matches = await isPassword(password, user.password_hash);
    await (matches ? forgetFailures : noteFailure)(deps, attempt);
    return { matches };
  },
);
