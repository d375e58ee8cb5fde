/**
 * The addresses of a user: the primary one and the further ones. An address, confirmed or not,
 * belongs to one user at most.
 */
import type { Identity } from '../../deps';
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

/**
 * Whether a user, other than the excepted one, has an address, confirmed or not, or as his private
 * one for commits.
 */
export async function isEmailTaken({ users, settings }: Identity, email: string, except = 0): Promise<boolean> {
  const key = email.toLowerCase();
  const owner = ownerOfPrivateEmail(key, settings.current().commit_email_hostname);
  const held = [{ email_lower: key }, { email_keys: key }, ...(owner === undefined ? [] : [{ _id: owner }])];
  return (await users.model.exists({ $or: held, ...(except !== 0 && { _id: { $ne: except } }) })) !== null;
}

/**
 * Whose private address for commits it is: `<id>-<user name>@<host>`, of which the name may be an
 * older one or left out.
 */
function ownerOfPrivateEmail(email: string, hostname: string): number | undefined {
  const [, id, host] = /^(\d{1,15})(?:-[^@]*)?@([^@]+)$/.exec(email) ?? [];
  return host === hostname.toLowerCase() ? Number(id) : undefined;
}
