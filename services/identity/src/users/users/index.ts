/** Public interface of users. */
export { confirmSecondaryEmail } from './changes/user-changes';
export { assertValidEmail, assertValidUser } from './changes/user-checks';
export { assertUserExists, findNamedUser, requireNamedUser, requireUser } from './find-user';
export { confirmationRequested } from './link-requests';
export { PASSWORD_CHANGED, type Passwords } from './passwords/passwords';
export { nextSignInEpoch, signInEpochOf } from './sign-in-epoch';
export { emailKeys, isEmailTaken, secondaryEmails, verifiedEmails } from './user-emails';
export { avatarUrlOf, presentFullUser, presentProfile } from './user.entity';
export type { PasswordResetDocument, UserDocument, UserEmailDocument, UserStatusDocument } from './user.model';
