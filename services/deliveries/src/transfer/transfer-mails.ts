/** Transfers mails that earlier releases queued in the collaboration service. */
import { isDuplicateKey } from '@forgemesh/data';
import { notificationOf, type MailReason } from '#mail';
import type { TransferCount } from './transfer-pages';
import type { TransferStepDeps } from './deps';

/** Transfers the mails that wait to be sent, and starts sending them. */
export async function transferMails({ clients, mails, mailer }: TransferStepDeps): Promise<TransferCount> {
  for (let count = 0; ;) {
    const page = await clients.mailTransfer.listTransferMails({});
    for (const mail of page.mails) {
      if (!mail.notification) continue;
      const document = {
        _id: mail.id,
        user_id: mail.user_id,
        reason: mail.reason as MailReason,
        news: notificationOf(mail.notification),
        state: 'waiting' as const,
        due_at: new Date(),
        tries: mail.tries,
        error: '',
        created_at: new Date(mail.created_at),
      };
      try {
        await mails.create([document]);
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    }
    const ids = page.mails.map(({ id }) => id);
    if (ids.length === 0) return { rows: count, left_out: 0 };
    await clients.mailTransfer.confirmTransferMails({ ids });
    for (const id of ids) mailer.wake(id);
    count += ids.length;
  }
}
