import type { Schedule } from '@forgemesh/service';
import { config } from '../../config';
import type { Collaboration } from '../../deps';
import { tellOfDueIssues } from './due-issues';

const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** Sends what has become due, and what was left by a process that died. */
const runMails: Schedule<Collaboration> = {
  name: 'collaboration-mails',
  everyMs: 2_000,
  run: async ({ mailer }) => mailer.wake(),
};

/** Forgets mails after a week. */
const sweepMails: Schedule<Collaboration> = {
  name: 'collaboration-sweep-mails',
  everyMs: 60 * 60 * 1000,
  async run({ mails }) {
    await mails.deleteMany({ created_at: { $lt: new Date(Date.now() - KEPT_MS) } });
  },
};

/** Every hour, so that an issue that is given its day late is told of, too. */
const dueIssues: Schedule<Collaboration> = {
  name: 'collaboration-due-issues',
  everyMs: config.FORGE_DUE_ISSUES_INTERVAL_SECONDS * 1000,
  run: (deps) => tellOfDueIssues(deps),
};

/** They run where there is a mail server. */
export const mailSchedules = [runMails, sweepMails, dueIssues];
