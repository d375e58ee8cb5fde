/** Unconfirmed emails, and the links that confirm them. */
import { findByLink, type PresentedLink } from './find-by-link';
import { secondaryEmails, type UserDocument } from '#users/accounts';
import type { EmailLinksDeps } from './deps';

/** The unconfirmed email of a user as they entered it; undefined if none exists. */
export function unconfirmedEmail(user: UserDocument, key: string): string | undefined {
  if (key === user.email_lower) return user.confirmed_at ? undefined : user.email;
  return secondaryEmails(user).find((one) => one.email_lower === key && one.confirmed_at === null)?.email;
}

/** The email that a link with one of these digests confirms; undefined if the link is invalid. */
export function linkedEmail(user: UserDocument, digests: readonly string[]): string | undefined {
  const link = user.email_links?.find(({ digest }) => digests.includes(digest));
  return link && unconfirmedEmail(user, link.email_lower);
}

/**
 * Returns the user and the email of a link. Throws NotFoundError if the link is invalid, and
 * `too_many_requests` after too many attempts.
 */
export async function findByConfirmationLink(
  deps: EmailLinksDeps,
  link: PresentedLink,
): Promise<{ user: UserDocument; email: string }> {
  const isGood = (user: UserDocument, digests: readonly string[]) => linkedEmail(user, digests) !== undefined;
  const user = await findByLink(deps, link, { field: 'email_links.digest', isGood });
  return { user, email: linkedEmail(user, deps.linkSecrets.digestsOf(link.token)) as string };
}
