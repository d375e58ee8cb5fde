import type { Schedule } from '@forgemesh/kit';
import type { Collaboration } from '../service';

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

/** They run where there is a mail server. */
export const mailSchedules = [runMails, sweepMails];
