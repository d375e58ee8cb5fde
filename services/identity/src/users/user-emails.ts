/** The addresses of a user: the primary one and the further ones. An address, confirmed or not, belongs to one user at most. */
import type { Identity } from '../service';
import type { UserDocument, UserEmailDocument } from './user.model';

/** The further emails, oldest first. */
export function furtherEmails({ emails }: Pick<UserDocument, 'emails'>): UserEmailDocument[] {
  return emails ?? [];
}

/** All addresses of a user in lower case, as the index of unique emails keeps them. */
export function emailKeys(user: Pick<UserDocument, 'email_lower' | 'emails'>): string[] {
  return [user.email_lower, ...furtherEmails(user).map(({ email_lower: email }) => email)];
}

/** The confirmed addresses of a user in lower case, the primary one first. */
export function verifiedEmails(user: Pick<UserDocument, 'email_lower' | 'confirmed_at' | 'emails'>): string[] {
  const further = furtherEmails(user).filter(({ confirmed_at: at }) => at !== null);
  return [...(user.confirmed_at ? [user.email_lower] : []), ...further.map(({ email_lower: email }) => email)];
}

/** Whether a user has an address, confirmed or not. */
export async function isEmailTaken({ users }: Identity, email: string): Promise<boolean> {
  const key = email.toLowerCase();
  return (await users.model.exists({ $or: [{ email_lower: key }, { email_keys: key }] })) !== null;
}
