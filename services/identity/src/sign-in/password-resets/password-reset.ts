/** Wishes for links by which users set their passwords, and the links. */
import type { NewEvent } from '@forgemesh/data';
import { findByLink, type ShownLink } from '../sign-ins/mailed-links';
import type { Identity } from '../../deps';
import type { PasswordResetDocument, UserDocument } from '../../users/users/user.model';

const LIFE_MS = 6 * 60 * 60 * 1000;

/** The wish, as a user has it whose link is to be sent. */
export function requestedReset(): PasswordResetDocument {
  return { requested_at: new Date() };
}

/** Tells those who send mails of the wish. */
export function resetRequested(actor: number): NewEvent {
  return { type: 'identity.password_reset.requested', actor };
}

/** A link that begins to live. */
export function issuedReset(
  reset: PasswordResetDocument,
  { email_lower }: UserDocument,
  digest: string,
): PasswordResetDocument {
  return { ...reset, digest, email_lower, expires_at: new Date(Date.now() + LIFE_MS) };
}

/**
 * The user whose password a link sets. Throws NotFoundError where the link is not good,
 * `too_many_requests` for who guesses.
 */
export function findByResetLink(deps: Identity, link: ShownLink): Promise<UserDocument> {
  return findByLink(deps, link, { field: 'password_reset.digest', isGood: hasResetLink });
}

/**
 * Whether a user has a link with one of these digests that is still good: it went to the address
 * that he has.
 */
export function hasResetLink({ password_reset: reset, email_lower: email }: UserDocument, digests: readonly string[]) {
  if (!reset?.digest || !reset.expires_at || !digests.includes(reset.digest)) return false;
  return reset.email_lower === email && reset.expires_at > new Date();
}
