import { signInEpochOf, type UserDocument } from '#users/accounts';
import { isSignIn, type TokenDocument } from './token.model';

/** Whether a token belongs to a sign-in that ended with all others of its user. */
export function hasEnded(token: TokenDocument, holder: Pick<UserDocument, 'sign_in_epoch'>): boolean {
  return isSignIn(token) && signInEpochOf(token) !== signInEpochOf(holder);
}
