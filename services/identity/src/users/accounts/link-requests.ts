/** Requests for emails with links, which confirm addresses and set passwords. */
import type { NewEvent } from '@forgemesh/data';
import type { PasswordResetDocument } from './user.model';

/** Event that requests the confirmation email. */
export function confirmationRequested(email: string, actor: number): NewEvent {
  return { type: 'identity.email_confirmation.requested', actor, changes: { email } };
}

/** Request of a user whose link has not been sent. */
export function requestedReset(): PasswordResetDocument {
  return { requested_at: new Date() };
}

/** Event that requests the email with the link. */
export function resetRequested(actor: number): NewEvent {
  return { type: 'identity.password_reset.requested', actor };
}
