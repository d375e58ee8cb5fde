import type { Schedule } from '@forgemesh/service';
import type { CollaborationConfig } from '#config';
import { queueAdminDigest } from './compose/admin-digest';
import { notifyOfDueIssues } from './due-issues';
import type { EmailsDeps } from './deps';

const RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

/** Sends the mails that are due, including those left by a crashed process. */
const runMails: Schedule<EmailsDeps> = {
  name: 'collaboration-mails',
  everyMs: 2_000,
  watches: ({ mails }) => [mails],
  run: ({ mailer }) => mailer.wakeDue(),
};

/** Removes mails after a week. */
const sweepMails: Schedule<EmailsDeps> = {
  name: 'collaboration-sweep-mails',
  everyMs: 60 * 60 * 1000,
  async run({ mails }) {
    await mails.deleteMany({ created_at: { $lt: new Date(Date.now() - RETENTION_MS) } });
  },
};

/** Runs every hour by default, to include issues whose due date is set late. */
const dueIssues = (everyMs: number): Schedule<EmailsDeps> => ({
  name: 'collaboration-due-issues',
  everyMs,
  run: (deps) => notifyOfDueIssues(deps),
});

/** Runs more often than once a day, to send the mail soon after the first problem of the day. */
const adminDigest = (everyMs: number): Schedule<EmailsDeps> => ({
  name: 'collaboration-admin-digest',
  everyMs,
  run: (deps) => queueAdminDigest(deps),
});

/** Schedules that run if a mail server is configured. */
export function mailSchedules(config: CollaborationConfig): Schedule<EmailsDeps>[] {
  return [
    runMails,
    sweepMails,
    dueIssues(config.FORGE_DUE_ISSUES_INTERVAL_SECONDS * 1000),
    adminDigest(config.FORGE_ADMIN_DIGEST_INTERVAL_SECONDS * 1000),
  ];
}
