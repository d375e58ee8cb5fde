import { NotFoundError } from '@forgemesh/errors';
import { secondaryEmails, type UserDocument, type UserEmailDocument } from '#users/accounts';

/** Returns a secondary email of a user. Throws NotFoundError if none exists with this id. */
export function findEmail(user: UserDocument, emailId: number): UserEmailDocument {
  const email = secondaryEmails(user).find(({ id }) => id === emailId);
  if (!email) throw new NotFoundError('Email');
  return email;
}
