/**
 * Sends queued mails: claims a mail with a lease, hands it to the mail server, and stores the
 * outcome. When a process crashes, its lease expires and another process sends the mail. A mail may
 * therefore be delivered twice, with the same `Message-ID`.
 */
import { randomUUID } from 'node:crypto';
import { retryWriteConflicts } from '@forgemesh/data';
import { isForgeError } from '@forgemesh/errors';
import { withLogScope, type Logger } from '@forgemesh/telemetry';
import type { MailRunner, EmailsDeps } from './deps';
import type { MailDocument } from './mail.model';
import { isPermanentFailure, nextTry } from './mail-rules';
import type { MailTransport } from './mail-transport';
import { sendMail } from './send-mail';

/** Longer than an SMTP session takes. */
const LEASE_MS = 5 * 60_000;
/** Maximum number of concurrent mails. */
const MAX_CONCURRENT = 4;

type Outcome = Pick<MailDocument, 'state' | 'error'> & Partial<Pick<MailDocument, 'due_at'>>;

/** The mail sender of this process. */
export class Mailer implements MailRunner {
  private readonly running = new Set<Promise<void>>();
  private isClosed = false;
  private isWoken = false;

  constructor(
    private readonly depsOf: () => EmailsDeps,
    /** Null if no mail server is configured: then nothing is sent. */
    private readonly transport: MailTransport | null,
    private readonly log: Logger,
  ) {}

  wake(): void {
    this.isWoken = true;
    if (this.transport && !this.isClosed && this.running.size < MAX_CONCURRENT) this.start(this.transport);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all(this.running);
    this.transport?.close();
  }

  private start(transport: MailTransport): void {
    const run = this.sendAll(transport)
      .catch((error: unknown) => this.log.warn({ err: error }, 'sending mails failed; will be retried'))
      .finally(() => this.running.delete(run));
    this.running.add(run);
  }

  private async sendAll(transport: MailTransport): Promise<void> {
    while (!this.isClosed) {
      this.isWoken = false;
      const mail = await this.claim();
      if (!mail && !this.isWoken) return;
      // There may be more mails: start another sender.
      if (mail && this.running.size < MAX_CONCURRENT) this.start(transport);
      if (mail && !(await withLogScope({ request_id: String(mail.run) }, () => this.sendOne(transport, mail)))) return;
    }
  }

  private async claim(): Promise<MailDocument | null> {
    const now = Date.now();
    const claim = { due_at: new Date(now + LEASE_MS), run: randomUUID() };
    const due = { due_at: { $lte: new Date(now) } };
    return retryWriteConflicts(() =>
      this.depsOf()
        .mails.findOneAndUpdate(
          due,
          { $set: claim, $inc: { tries: 1 } },
          { sort: { due_at: 1 }, returnDocument: 'after' },
        )
        .lean<MailDocument>()
        .exec(),
    );
  }

  /**
   * Sends one mail and stores the outcome. Returns false if the mail has to be retried, which stops
   * this sender.
   */
  private async sendOne(transport: MailTransport, mail: MailDocument): Promise<boolean> {
    const outcome = await this.outcomeOf(transport, mail);
    const { due_at, ...set } = outcome;
    const unset = { run: 1, ...(due_at === undefined && { due_at: 1 }) };
    await retryWriteConflicts(() =>
      this.depsOf()
        .mails.updateOne(
          { _id: mail._id, run: mail.run as string },
          { $set: { ...set, ...(due_at && { due_at }) }, $unset: unset },
        )
        .exec(),
    );
    return outcome.state !== 'waiting';
  }

  private async outcomeOf(transport: MailTransport, mail: MailDocument): Promise<Outcome> {
    try {
      return { state: (await sendMail(this.depsOf(), transport, mail)) ? 'sent' : 'dropped', error: '' };
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      const isUnavailable = isForgeError(error) && error.reason === 'unavailable';
      // Retries do not back off if another service is unavailable, because the mail itself has not
      // failed.
      const due = isPermanentFailure(error) ? undefined : nextTry(isUnavailable ? 1 : mail.tries);
      this.log[due ? 'warn' : 'error']({ err: error, user_id: mail.user_id }, 'mail not sent');
      return due ? { state: 'waiting', error: text, due_at: due } : { state: 'failed', error: text };
    }
  }
}
