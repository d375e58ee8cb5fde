/** Public interface of emails. */
export { composeMail } from './compose/compose-mail';
export { isOnCommitOrSnippet, queueNoteMails } from './compose/note-mails';
export { queueMoveMails, queuePipelineMail, queueRequestedMail } from './compose/project-mails';
export { type EmailsDeps } from './deps';
export { approvalAudiences, itemAudiences, noteAudiences } from './item-audiences';
export { type BaseNotification, fromMailNotification, type MailReason, toMailNotification } from './notification';
export { requestMails } from './request-mails';
export { type Audience, recipientsOf } from './recipients';
