import { MailContentServiceDefinition } from '@forgemesh/proto/collaboration/v1/mail_content';
import { InvalidParameterError } from '@forgemesh/errors';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { composeMail as compose, type EmailsDeps, fromMailNotification, type MailReason } from '#notifications/emails';

/** Composes the mail of a notification for a user. */
export const composeMail = internalOperation(
  MailContentServiceDefinition.composeMail,
  async ({ notification, user_id, reason }, { deps }: Call<EmailsDeps>) => {
    if (!notification) throw new InvalidParameterError('notification is missing');
    const mail = { notification: fromMailNotification(notification), user_id, reason: reason as MailReason };
    return (await compose(deps, mail)) ?? { name: '', address: '' };
  },
);
