/** Queues the mails of notifications. */
import { isDuplicateKey } from '@forgemesh/data';
import type { MailDocument, MailReason } from './mail.model';
import { MAX_AGE_MS } from './mail-rules';
import type { AdminNotification, IntegrationNotification, Notification } from './notification';
import type { EmailsDeps } from './deps';

/** A user to notify, and the reason. */
export interface Recipient {
  user_id: number;
  reason: MailReason;
}

/** Queues a mail for each recipient and starts sending. Idempotent. */
export async function queueMails(
  deps: EmailsDeps,
  notification: Notification,
  recipients: readonly Recipient[],
): Promise<void> {
  // The event is too old to notify users of it.
  if (Date.now() - notification.at.getTime() > MAX_AGE_MS) return;
  for (const recipient of recipients) await queueMail(deps, notification, recipient);
  if (recipients.length > 0) deps.mailer.wake();
}

/** Queues a mail to an address, which need not belong to a user. Idempotent. */
export async function queueAddressMail(deps: EmailsDeps, notification: IntegrationNotification): Promise<void> {
  if (Date.now() - notification.at.getTime() > MAX_AGE_MS) return;
  const key = `${notification.event_id}/${notification.integration}/${notification.address.toLowerCase()}`;
  await insertMail(deps, { _id: key, user_id: 0, reason: 'requested', news: notification });
  deps.mailer.wake();
}

/** Queues the mail to the address for administrators. Idempotent. */
export async function queueAdminMail(deps: EmailsDeps, notification: AdminNotification): Promise<void> {
  await insertMail(deps, { _id: notification.event_id, user_id: 0, reason: 'requested', news: notification });
  deps.mailer.wake();
}

async function queueMail(deps: EmailsDeps, notification: Notification, { user_id, reason }: Recipient): Promise<void> {
  await insertMail(deps, { _id: `${notification.event_id}/${user_id}`, user_id, reason, news: notification });
}

async function insertMail(
  { mails }: EmailsDeps,
  fields: Pick<MailDocument, '_id' | 'user_id' | 'reason' | 'news'>,
): Promise<void> {
  const now = new Date();
  const mail = { ...fields, state: 'waiting' as const, due_at: now, tries: 0, error: '', created_at: now };
  try {
    await mails.create([mail]);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
