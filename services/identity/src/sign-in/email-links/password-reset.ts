/** Requests for links with which users set their passwords, and the links. */
import { HOUR_MS } from '@forgemesh/service/durations';
import { findByLink, type PresentedLink } from './find-by-link';
import type { PasswordResetDocument, UserDocument } from '#users/accounts';
import type { EmailLinksDeps } from './deps';

const LIFE_MS = 6 * HOUR_MS;

/** Creates a link that is valid from now on. */
export function issuedReset(
  reset: PasswordResetDocument,
  { email_lower }: UserDocument,
  digest: string,
): PasswordResetDocument {
  return { ...reset, digest, email_lower, expires_at: new Date(Date.now() + LIFE_MS) };
}

/**
 * Returns the user whose password a link sets. Throws NotFoundError if the link is invalid, and
 * `too_many_requests` after too many attempts.
 */
export function findByResetLink(deps: EmailLinksDeps, link: PresentedLink): Promise<UserDocument> {
  return findByLink(deps, link, { field: 'password_reset.digest', isGood: hasResetLink });
}

/**
 * Whether a user has a valid link with one of these digests that was sent to their current address.
 */
export function hasResetLink({ password_reset: reset, email_lower: email }: UserDocument, digests: readonly string[]) {
  if (!reset?.digest || !reset.expires_at || !digests.includes(reset.digest)) return false;
  return reset.email_lower === email && reset.expires_at > new Date();
}
