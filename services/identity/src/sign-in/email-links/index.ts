/** Public interface of email links. */
export type { EmailLinksDeps } from './deps';
export { findByConfirmationLink, unconfirmedEmail } from './email-confirmation';
export type { LinkSecrets } from './link-secrets';
export { findByResetLink, hasResetLink, issuedReset } from './password-reset';
