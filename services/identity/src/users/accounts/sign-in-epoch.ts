/**
 * A sign-in stores the epoch of its user. A password change, a block and "sign out everywhere"
 * increment the user's epoch in the same update, which ends all sign-ins immediately.
 */
import type { UserDocument } from './user.model';

type Epoch = Pick<UserDocument, 'sign_in_epoch'>;

/** The current epoch of a user. */
export function signInEpochOf({ sign_in_epoch: epoch = 0 }: Epoch): number {
  return epoch;
}

/** Change that ends all sign-ins of a user. */
export function nextSignInEpoch(user: Epoch): { sign_in_epoch: number } {
  return { sign_in_epoch: signInEpochOf(user) + 1 };
}
