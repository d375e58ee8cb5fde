/** Requests for links with which users set their passwords, and the links. */
import type { NewEvent } from '@forgemesh/data';
import { findByLink, type PresentedLink } from '#sign-in/sign-ins/email-links';
import type { Identity } from '#deps';
import type { PasswordResetDocument, UserDocument } from '#users/users/user.model';

const LIFE_MS = 6 * 60 * 60 * 1000;

/** Request of a user whose link has not been sent. */
export function requestedReset(): PasswordResetDocument {
  return { requested_at: new Date() };
}

/** Event that requests the email with the link. */
export function resetRequested(actor: number): NewEvent {
  return { type: 'identity.password_reset.requested', actor };
}

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
export function findByResetLink(deps: Identity, link: PresentedLink): Promise<UserDocument> {
  return findByLink(deps, link, { field: 'password_reset.digest', isGood: hasResetLink });
}

/**
 * Whether a user has a valid link with one of these digests that was sent to their current address.
 */
export function hasResetLink({ password_reset: reset, email_lower: email }: UserDocument, digests: readonly string[]) {
  if (!reset?.digest || !reset.expires_at || !digests.includes(reset.digest)) return false;
  return reset.email_lower === email && reset.expires_at > new Date();
}
