/**
 * Sign-ins carry the number that their user had when they began. A change of the password, a block
 * and "sign out everywhere" count it up in the same update of the user, which ends all sign-ins at
 * once.
 */
import { isSignIn, type TokenDocument } from '../../credentials/tokens/token.model';
import type { UserDocument } from '../../users/users/user.model';

type Epoch = Pick<UserDocument, 'sign_in_epoch'>;

/** The present number of a user. */
export function signInEpochOf({ sign_in_epoch: epoch = 0 }: Epoch): number {
  return epoch;
}

/** What ends all sign-ins of a user. */
export function nextSignInEpoch(user: Epoch): { sign_in_epoch: number } {
  return { sign_in_epoch: signInEpochOf(user) + 1 };
}

/** Whether a token is that of a sign-in which its user has ended together with all others. */
export function hasEnded(token: TokenDocument, holder: Epoch): boolean {
  return isSignIn(token) && signInEpochOf(token) !== signInEpochOf(holder);
}
