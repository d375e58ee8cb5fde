/**
 * A sign-in stores the epoch of its user. A password change, a block and "sign out everywhere"
 * increment the user's epoch in the same update, which ends all sign-ins immediately.
 */
import { isSignIn, type TokenDocument } from '#credentials/tokens/token.model';
import type { UserDocument } from '#users/users/user.model';

type Epoch = Pick<UserDocument, 'sign_in_epoch'>;

/** The current epoch of a user. */
export function signInEpochOf({ sign_in_epoch: epoch = 0 }: Epoch): number {
  return epoch;
}

/** Change that ends all sign-ins of a user. */
export function nextSignInEpoch(user: Epoch): { sign_in_epoch: number } {
  return { sign_in_epoch: signInEpochOf(user) + 1 };
}

/** Whether a token belongs to a sign-in that ended with all others of its user. */
export function hasEnded(token: TokenDocument, holder: Epoch): boolean {
  return isSignIn(token) && signInEpochOf(token) !== signInEpochOf(holder);
}
