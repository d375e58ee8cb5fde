/** Publishes who is notified of what by mail; the deliveries service sends the mails. */
import { type Notification, type Recipient, toMailNotification } from './notification';
import type { EmailsDeps } from './deps';

/** Maximum number of recipients in one event. */
const MAX_RECIPIENTS = 500;

/** Requests a mail for each recipient. Idempotent for the event that caused the notification. */
export async function requestMails(
  { record }: Pick<EmailsDeps, 'record'>,
  notification: Notification,
  recipients: readonly Recipient[],
): Promise<void> {
  const { actor, event_id } = notification;
  for (let from = 0; from < recipients.length; from += MAX_RECIPIENTS) {
    const entity = {
      notification: toMailNotification(notification),
      recipients: recipients.slice(from, from + MAX_RECIPIENTS),
    };
    await record({ type: 'collaboration.notification.requested', actor }, { subject: event_id, entity });
  }
}
