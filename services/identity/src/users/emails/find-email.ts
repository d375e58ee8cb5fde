import { NotFoundError } from '@forgemesh/errors';
import { furtherEmails } from '../users/user-emails';
import type { UserDocument, UserEmailDocument } from '../users/user.model';

/** A further email of a user. Throws NotFoundError where he has none with this id. */
export function findEmail(user: UserDocument, emailId: number): UserEmailDocument {
  const email = furtherEmails(user).find(({ id }) => id === emailId);
  if (!email) throw new NotFoundError('Email');
  return email;
}
