import { internalOperation, type Call } from '@forgemesh/rpc';
import { PasswordServiceDefinition } from '@forgemesh/proto/identity/v1/password';
import type { UserDocument } from '#users/accounts';
import type { InternalUsersDeps } from './deps';

/** Checks whether a text is the password of a user. */
export const getPasswordMatch = internalOperation(
  PasswordServiceDefinition.getPasswordMatch,
  async ({ user_id: userId, password }, { context, deps }: Call<InternalUsersDeps>) => {
    const user = await deps.users.model.findById(userId, { password_hash: 1, state: 1 }).lean<UserDocument>();
    if (!user?.password_hash || user.state !== 'active') return { matches: false };
    const { address } = context;
    const guess = { account: String(userId), address, password, user, canSignIn: true };
    return { matches: await deps.passwordSignIn.check(guess) };
  },
);
