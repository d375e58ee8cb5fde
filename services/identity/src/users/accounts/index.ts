/** Public interface of user accounts. */
export { addUser } from './changes/add-user';
export { changeUser } from './changes/change-user';
export { removeUser } from './changes/remove-user';
export { confirmSecondaryEmail } from './changes/user-changes';
export { assertValidEmail, assertValidUser } from './changes/user-checks';
export type { UsersDeps } from './deps';
export { reserveName, taken } from './drafts/reserve-name';
export { assertUserExists, findNamedUser, requireNamedUser, requireUser } from './find-user';
export { confirmationRequested, requestedReset, resetRequested } from './link-requests';
export { PASSWORD_CHANGED, type Passwords } from './passwords/passwords';
export { nextSignInEpoch, signInEpochOf } from './sign-in-epoch';
export { emailKeys, isEmailTaken, secondaryEmails, verifiedEmails } from './user-emails';
export { avatarUrlOf, presentFullUser, presentProfile } from './user.entity';
export type { PasswordResetDocument, UserDocument, UserEmailDocument, UserStatusDocument } from './user.model';
