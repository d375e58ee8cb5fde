/** Public interface of links in emails. */
export type { EmailLinksDeps } from './deps';
export { findByConfirmationLink, unconfirmedEmail } from './email-confirmation';
export type { LinkSecrets } from './link-secrets';
export { findByResetLink, hasResetLink, issuedReset } from './password-reset';
