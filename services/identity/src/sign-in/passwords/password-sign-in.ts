import type { UserDocument } from '#users/accounts';
import { checkPassword, type PasswordGuess } from './check-password';
import { findByPassword, recordFailure, type PasswordLogin } from './find-by-password';
import type { PasswordsDeps } from './deps';

/** Signs users in by password, for all areas that accept passwords. */
export interface PasswordSignIn {
  /**
   * Returns the user with a login and a password, or null; see `findByPassword`. Throws
   * `too_many_requests`.
   */
  find(login: PasswordLogin): Promise<UserDocument | null>;
  /** Whether an account may sign in with a password. Throws `too_many_requests`. */
  check(guess: PasswordGuess): Promise<boolean>;
  /** Records a failed sign-in. */
  recordFailure(found: UserDocument | null, address: string): Promise<void>;
}

/** Creates the sign-in by password. */
export function createPasswordSignIn(deps: PasswordsDeps): PasswordSignIn {
  return {
    find: (login) => findByPassword(deps, login),
    check: (guess) => checkPassword(deps, guess),
    recordFailure: (found, address) => recordFailure(deps, found, address),
  };
}
