/** Queues the mails of notifications. */
import { isDuplicateKey } from '@forgemesh/data';
import type { MailDocument, MailReason } from './mail.model';
import { MAX_AGE_MS } from './mail-rules';
import type { AdminNotification, IntegrationNotification, Notification } from './notification';
import type { MailQueueDeps } from './deps';

/** A user to notify, and the reason. */
export interface Recipient {
  user_id: number;
  reason: MailReason;
}

/** Queues a mail for each recipient and starts sending. Idempotent. */
export async function queueMails(
  deps: MailQueueDeps,
  notification: Notification,
  recipients: readonly Recipient[],
): Promise<void> {
  // The event is too old to notify users of it.
  if (Date.now() - notification.at.getTime() > MAX_AGE_MS) return;
  const queued: string[] = [];
  for (const recipient of recipients) queued.push(await queueMail(deps, notification, recipient));
  for (const id of queued) deps.mailer.wake(id);
}

/** Queues a mail to an address, which need not belong to a user. Idempotent. */
export async function queueAddressMail(deps: MailQueueDeps, notification: IntegrationNotification): Promise<void> {
  if (Date.now() - notification.at.getTime() > MAX_AGE_MS) return;
  const key = `${notification.event_id}/${notification.integration}/${notification.address.toLowerCase()}`;
  await insertMail(deps, { _id: key, user_id: 0, reason: 'requested', news: notification });
  deps.mailer.wake(key);
}

/** Queues the mail to the address for administrators. Idempotent. */
export async function queueAdminMail(deps: MailQueueDeps, notification: AdminNotification): Promise<void> {
  await insertMail(deps, { _id: notification.event_id, user_id: 0, reason: 'requested', news: notification });
  deps.mailer.wake(notification.event_id);
}

/** Returns the id of the mail. */
async function queueMail(
  deps: MailQueueDeps,
  notification: Notification,
  { user_id, reason }: Recipient,
): Promise<string> {
  const id = `${notification.event_id}/${user_id}`;
  await insertMail(deps, { _id: id, user_id, reason, news: notification });
  return id;
}

async function insertMail(
  { mails }: MailQueueDeps,
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
