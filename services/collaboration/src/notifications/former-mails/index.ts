/** Mails that earlier releases queued in this service. */
export type { MailTransferDeps } from './deps';
export type { FormerMail } from './former-mail.model';
