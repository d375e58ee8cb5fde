/**
 * Sends queued mails and stores the outcome; `@forgemesh/jobs` describes how. When a process
 * crashes, its lease expires and another process sends the mail. A mail may therefore be delivered
 * twice, with the same `Message-ID`.
 */
import { isForgeError } from '@forgemesh/errors';
import { DocumentClaims, JobQueue, type Continuation, type JobRun } from '@forgemesh/jobs';
import type { Logger } from '@forgemesh/telemetry';
import type { MailDeps, MailRunner } from './deps';
import type { MailDocument } from './mail.model';
import { isPermanentFailure, mailRetries } from './mail-rules';
import type { MailTransport } from './mail-transport';
import { sendMail } from './send-mail';

/** A mail of a crashed process is sent after this time. */
const LEASE_MS = 5 * 60_000;
/** Maximum number of concurrent mails. */
const MAX_CONCURRENT = 4;
/** How long a stopping process waits for the mail server. */
const CLOSE_MS = 10_000;

type Outcome = Pick<MailDocument, 'state' | 'error'> & { due_at: Date | null };

/** The mail sender of this process. */
export class Mailer implements MailRunner {
  private readonly claims: DocumentClaims<MailDocument>;
  /** Null if no mail server is configured: then nothing is sent. */
  private readonly queue: JobQueue<string, MailDocument> | null;
  readonly isEnabled: boolean;

  constructor(
    private readonly depsOf: () => MailDeps,
    mails: MailDeps['mails'],
    private readonly transport: MailTransport | null,
    private readonly log: Logger,
  ) {
    this.isEnabled = transport !== null;
    this.claims = new DocumentClaims({ model: mails, dueAt: 'due_at', run: 'run', onClaim: { $inc: { tries: 1 } } });
    this.queue =
      transport &&
      new JobQueue({
        name: 'deliveries-mails',
        store: this.claims,
        leaseMs: LEASE_MS,
        closeMs: CLOSE_MS,
        capacity: { maxRunning: MAX_CONCURRENT },
        work: (mail, run) => this.sendOne(transport, mail, run),
        log,
      });
  }

  wake(id: string): void {
    this.queue?.wake(id);
  }

  async wakeDue(): Promise<void> {
    await this.queue?.wakeDue();
  }

  async close(): Promise<void> {
    await this.queue?.close();
    this.transport?.close();
  }

  /**
   * Sends one mail and stores the outcome. A mail that has to be retried pauses the queue, because
   * the mail server may be unavailable.
   */
  private async sendOne(transport: MailTransport, mail: MailDocument, { id: run }: JobRun): Promise<Continuation> {
    const { state, error, due_at: dueAt } = await this.outcomeOf(transport, mail);
    await this.claims.end(mail._id, run, { set: { state, error }, dueAt });
    return state === 'waiting' ? 'pause' : 'next';
  }

  private async outcomeOf(transport: MailTransport, mail: MailDocument): Promise<Outcome> {
    try {
      const isSent = await sendMail(this.depsOf(), transport, mail);
      return { state: isSent ? 'sent' : 'dropped', error: '', due_at: null };
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      const isUnavailable = isForgeError(error) && error.reason === 'unavailable';
      // Retries do not back off if another service is unavailable, because the mail itself has not
      // failed.
      const due = isPermanentFailure(error) ? undefined : mailRetries.nextAfter(isUnavailable ? 1 : mail.tries);
      this.log[due ? 'warn' : 'error']({ err: error, user_id: mail.user_id }, 'mail not sent');
      return due ? { state: 'waiting', error: text, due_at: due } : { state: 'failed', error: text, due_at: null };
    }
  }
}
