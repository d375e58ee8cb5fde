import { NotFoundError } from '@forgemesh/errors';
import { secondaryEmails } from '#users/users/user-emails';
import type { UserDocument, UserEmailDocument } from '#users/users/user.model';

/** Returns a secondary email of a user. Throws NotFoundError if none exists with this id. */
export function findEmail(user: UserDocument, emailId: number): UserEmailDocument {
  const email = secondaryEmails(user).find(({ id }) => id === emailId);
  if (!email) throw new NotFoundError('Email');
  return email;
}
