/**
 * Addresses of a user: primary and secondary emails. An address, confirmed or not, belongs to at
 * most one user.
 */
import type { UserDocument, UserEmailDocument } from './user.model';
import type { UsersDeps } from './deps';

/** The secondary emails, oldest first. */
export function secondaryEmails({ emails }: Pick<UserDocument, 'emails'>): UserEmailDocument[] {
  return emails ?? [];
}

/** All addresses of a user in lower case, as stored in the unique index. */
export function emailKeys(user: Pick<UserDocument, 'email_lower' | 'emails'>): string[] {
  return [user.email_lower, ...secondaryEmails(user).map(({ email_lower: email }) => email)];
}

/** The confirmed addresses of a user in lower case, the primary one first. */
export function verifiedEmails(user: Pick<UserDocument, 'email_lower' | 'confirmed_at' | 'emails'>): string[] {
  const further = secondaryEmails(user).filter(({ confirmed_at: at }) => at !== null);
  return [...(user.confirmed_at ? [user.email_lower] : []), ...further.map(({ email_lower: email }) => email)];
}

/**
 * Whether a user other than `except` has an address, confirmed or not, or as their private commit
 * email.
 */
export async function isEmailTaken(
  { users, settings }: Pick<UsersDeps, 'users' | 'settings'>,
  email: string,
  except = 0,
): Promise<boolean> {
  const key = email.toLowerCase();
  const owner = ownerOfPrivateEmail(key, settings.current().commit_email_hostname);
  const condition = [{ email_lower: key }, { email_keys: key }, ...(owner === undefined ? [] : [{ _id: owner }])];
  return (await users.model.exists({ $or: condition, ...(except !== 0 && { _id: { $ne: except } }) })) !== null;
}

/**
 * Id of the user of a private commit email: `<id>-<username>@<host>`; the username may be outdated
 * or missing.
 */
function ownerOfPrivateEmail(email: string, hostname: string): number | undefined {
  const [, id, host] = /^(\d{1,15})(?:-[^@]*)?@([^@]+)$/.exec(email) ?? [];
  return host === hostname.toLowerCase() ? Number(id) : undefined;
}
