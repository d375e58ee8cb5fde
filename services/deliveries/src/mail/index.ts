/** Mails: their queue, templates and transport. */
export { type AccountEvent, accountEvents, queueAccountMail } from './account-mails';
export type { MailDeps, MailQueueDeps } from './deps';
export { queuePipelineMails, queuePushMails } from './integration-mails';
export type { MailDocument, MailReason } from './mail.model';
export type { ComposedNotification, Notification } from './notification';
export { queueMails } from './queue-mails';
export { notificationOf, queueRequestedMails } from './requested-mails';
