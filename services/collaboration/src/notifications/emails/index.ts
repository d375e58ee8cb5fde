/** Public interface of emails. */
export { type AccountEvent, accountEvents, queueAccountMail } from './compose/account-mails';
export { queuePipelineMails, queuePushMails } from './compose/integration-mails';
export { isOnCommitOrSnippet, queueNoteMails } from './compose/note-mails';
export { queueMoveMails, queuePipelineMail, queueRequestedMail } from './compose/project-mails';
export { type EmailsDeps } from './deps';
export { approvalAudiences, itemAudiences, noteAudiences } from './item-audiences';
export { queueMails } from './queue-mails';
export { type Audience, recipientsOf } from './recipients';
