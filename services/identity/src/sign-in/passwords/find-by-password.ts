/** Finds users by password. */
import { looksLikeToken } from '#credentials/tokens';
import type { UserDocument } from '#users/accounts';
import { checkPassword, type PasswordGuess } from './check-password';
import type { PasswordsDeps } from './deps';

/** A sign-in with a password. */
export interface PasswordLogin {
  /** Username or primary email. */
  login: string;
  password: string;
  /** Address of the client. */
  address: string;
}

/**
 * Returns the user with a username or primary email and a password. Returns null if there is no
 * such user, the password is wrong, or the user is not active or not confirmed. The caller must
 * check the second factor of a user with `two_factor_enabled`. Throws `too_many_requests`.
 */
export async function findByPassword(
  deps: PasswordsDeps,
  { login, password, address }: PasswordLogin,
): Promise<UserDocument | null> {
  const key = login.toLowerCase();
  const found = await deps.users.model
    .findOne({ $or: [{ username_lower: key }, { email_lower: key }] })
    .lean<UserDocument>();
  // Attempts count for the account, regardless of the name used.
  const account = found ? String(found._id) : key.slice(0, 255);
  const guess: PasswordGuess = {
    account,
    address,
    kind: looksLikeToken(password) ? 'token' : 'password',
    password,
    user: found,
    canSignIn: found !== null && canSignIn(found),
  };
  if (await checkPassword(deps, guess)) return found;
  await recordFailure(deps, found, address);
  return null;
}

/**
 * Records a failed sign-in. The login is included only if the account exists, because users type
 * passwords into the wrong field. Rejected attempts are not recorded, so that the limits bound
 * these events.
 */
export function recordFailure({ record }: PasswordsDeps, found: UserDocument | null, address: string): Promise<void> {
  return record(
    { type: 'identity.sign_in.failed', actor: null, ...(address !== '' && { origin: { address } }) },
    {
      subject: found?._id ?? 0,
      entity: { user_id: found?._id ?? null, username: found?.username ?? null, name: found?.name ?? null },
    },
  );
}

function canSignIn(user: UserDocument): boolean {
  const { state, is_internal: isInternal, confirmed_at: confirmedAt } = user;
  return user.password_hash !== null && state === 'active' && !isInternal && confirmedAt !== null;
}
