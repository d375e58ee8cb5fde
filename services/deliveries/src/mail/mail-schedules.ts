import { DAY_MS, HOUR_MS } from '@forgemesh/service/durations';
import type { Schedule } from '@forgemesh/service';
import type { DeliveriesConfig } from '#config';
import { queueAdminDigest } from './admin-digest';
import type { MailDeps } from './deps';

const RETENTION_MS = 7 * DAY_MS;

/** Sends the mails that are due, including those left by a crashed process. */
const runMails: Schedule<MailDeps> = {
  name: 'deliveries-mails',
  everyMs: 2_000,
  watches: ({ mails }) => [mails],
  run: ({ mailer }) => mailer.wakeDue(),
};

/** Removes mails after a week. */
const sweepMails: Schedule<MailDeps> = {
  name: 'deliveries-sweep-mails',
  everyMs: HOUR_MS,
  async run({ mails }) {
    await mails.deleteMany({ created_at: { $lt: new Date(Date.now() - RETENTION_MS) } });
  },
};

/** Runs more often than once a day, to send the mail soon after the first problem of the day. */
const adminDigest = (everyMs: number): Schedule<MailDeps> => ({
  name: 'deliveries-admin-digest',
  everyMs,
  run: (deps) => queueAdminDigest(deps),
});

/** Schedules that run if a mail server is configured. */
export function mailSchedules(config: DeliveriesConfig): Schedule<MailDeps>[] {
  return [runMails, sweepMails, adminDigest(config.FORGE_ADMIN_DIGEST_INTERVAL_SECONDS * 1000)];
}
