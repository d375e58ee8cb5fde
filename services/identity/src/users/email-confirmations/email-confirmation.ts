/** Emails that wait for their confirmation, and the links that confirm them. */
import type { NewEvent } from '@forgemesh/data';
import { findByLink, type ShownLink } from '../../sign-in/sign-ins/mailed-links';
import type { Identity } from '../../deps';
import { furtherEmails } from '../users/user-emails';
import type { UserDocument } from '../users/user.model';

/** Tells those who send mails that an email is to be confirmed. */
export function confirmationRequested(email: string, actor: number): NewEvent {
  return { type: 'identity.email_confirmation.requested', actor, changes: { email } };
}

/** The email of a user as he wrote it, where it waits for its confirmation. */
export function unconfirmedEmail(user: UserDocument, key: string): string | undefined {
  if (key === user.email_lower) return user.confirmed_at ? undefined : user.email;
  return furtherEmails(user).find((one) => one.email_lower === key && one.confirmed_at === null)?.email;
}

/**
 * The email that a link with one of these digests confirms; undefined where the link is not good.
 */
export function linkedEmail(user: UserDocument, digests: readonly string[]): string | undefined {
  const link = user.email_links?.find(({ digest }) => digests.includes(digest));
  return link && unconfirmedEmail(user, link.email_lower);
}

/**
 * The user with a link, and the email. Throws NotFoundError where the link is not good,
 * `too_many_requests` for who guesses.
 */
export async function findByConfirmationLink(
  deps: Identity,
  link: ShownLink,
): Promise<{ user: UserDocument; email: string }> {
  const isGood = (user: UserDocument, digests: readonly string[]) => linkedEmail(user, digests) !== undefined;
  const user = await findByLink(deps, link, { field: 'email_links.digest', isGood });
  return { user, email: linkedEmail(user, deps.linkSecrets.digestsOf(link.token)) as string };
}
