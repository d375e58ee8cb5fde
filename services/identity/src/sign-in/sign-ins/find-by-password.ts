/** The user who knows a password. */
import type { Identity } from '../../deps';
import { looksLikeToken } from '../../credentials/tokens/secrets/token-secrets';
import { hashPassword } from '../../users/users/passwords/passwords';
import type { UserDocument } from '../../users/users/user.model';
import { checkPassword } from './check-password';

/**
 * What nobody's password is compared with, so that names without an account take as long as others.
 */
const nobody = hashPassword('nobody');

/**
 * The user with a user name or primary email and a password, if he may sign in with it: null where
 * there is no such user, the password is another one, or the user is not active or not confirmed.
 * The caller must check the second factor of a user with `two_factor_enabled`. Throws
 * `too_many_requests`.
 */
export async function findByPassword(
  deps: Identity,
  { login, password, address }: { login: string; password: string; address: string },
): Promise<UserDocument | null> {
  const key = login.toLowerCase();
  const found = await deps.users.model
    .findOne({ $or: [{ username_lower: key }, { email_lower: key }] })
    .lean<UserDocument>();
  // By whichever name: an account is tried at once.
  const account = found ? String(found._id) : key.slice(0, 255);
  const hash = found?.password_hash ?? (await nobody);
  const guess = { account, address, isToken: looksLikeToken(password), password, hash };
  if (await checkPassword(deps, { ...guess, maySignIn: found !== null && maySignIn(found) })) return found;
  await recordFailure(deps, found, address);
  return null;
}

/**
 * Records a failed sign-in. The login is only named if there is an account: users type passwords
 * into the wrong field. Refused guesses are not recorded, so that the limits bound these events.
 */
export function recordFailure({ record }: Identity, found: UserDocument | null, address: string): Promise<void> {
  return record(
    { type: 'identity.sign_in.failed', actor: null, ...(address !== '' && { origin: { address } }) },
    {
      subject: found?._id ?? 0,
      entity: { user_id: found?._id ?? null, username: found?.username ?? null, name: found?.name ?? null },
    },
  );
}

function maySignIn(user: UserDocument): boolean {
  const { state, is_internal: isInternal, confirmed_at: confirmedAt } = user;
  return user.password_hash !== null && state === 'active' && !isInternal && confirmedAt !== null;
}
