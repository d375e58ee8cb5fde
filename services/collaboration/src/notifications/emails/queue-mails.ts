/** Queues the mails of notifications. */
import { isDuplicateKey } from '@forgemesh/data';
import type { Collaboration } from '../../deps';
import type { MailDocument, MailReason } from './mail.model';
import { MAX_AGE_MS } from './mail-rules';
import type { IntegrationNews, News } from './mails/news';

/** A user to notify, and the reason. */
export interface Recipient {
  user_id: number;
  reason: MailReason;
}

/** Queues a mail for each recipient and starts sending. Idempotent. */
export async function queueMails(deps: Collaboration, news: News, recipients: readonly Recipient[]): Promise<void> {
  // The event is too old to notify users of it.
  if (Date.now() - news.at.getTime() > MAX_AGE_MS) return;
  for (const recipient of recipients) await queueMail(deps, news, recipient);
  if (recipients.length > 0) deps.mailer.wake();
}

/** Queues a mail to an address, which need not belong to a user. Idempotent. */
export async function queueAddressMail(deps: Collaboration, news: IntegrationNews): Promise<void> {
  if (Date.now() - news.at.getTime() > MAX_AGE_MS) return;
  const key = `${news.event_id}/${news.integration}/${news.address.toLowerCase()}`;
  await insertMail(deps, { _id: key, user_id: 0, reason: 'requested', news });
  deps.mailer.wake();
}

async function queueMail(deps: Collaboration, news: News, { user_id, reason }: Recipient): Promise<void> {
  await insertMail(deps, { _id: `${news.event_id}/${user_id}`, user_id, reason, news });
}

async function insertMail(
  { mails }: Collaboration,
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
