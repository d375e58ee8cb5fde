/**
 * Runs jobs that are stored on documents. A due job is claimed for a limited time, the claim is
 * renewed while the work lasts, and then the result is written. If a process dies, its claim
 * expires and the job is due again.
 */
import { randomUUID } from 'node:crypto';
import type { Change, EntityStore, NewEvent } from '@forgemesh/data';
import { isForgeError } from '@forgemesh/errors';
import { withLogScope, type Logger } from '@forgemesh/telemetry';
import type { JobDocument, Job } from './job';

/** Number of renewals per claim period. */
const RENEWALS = 6;
/** Fraction of the claim period after which a job is retried if a dependency is unavailable. */
const UNAVAILABLE_RETRY_FRACTION = 1 / 3;
const UNEXPECTED_FAILURE = 'It failed for a reason that is in the log';

/** A change that a step of a job writes. */
export interface JobStep<T> {
  set: Partial<Omit<T, keyof JobDocument>>;
  events?: NewEvent[];
}

/** A kind of job. */
export interface JobKind<T extends JobDocument> {
  store: EntityStore<T>;
  /** Filter for the documents that may run. */
  filter: object;
  started(document: T): JobStep<T>;
  /**
   * Does the work; starts from the beginning after an interrupted run. Returns the reason of a
   * failure for users, or an empty string.
   */
  work(document: T): Promise<string>;
  /** The change to write after the work. `next` is when the job is due again, if at all. */
  ended(document: T, failure: string, failures: number): JobStep<T> & { next: Date | undefined };
}

/** Maximum number of concurrent jobs, and the free capacity that is required to start more. */
export interface Capacity {
  maxRunning: number;
  threshold: number;
}

/** Runs the jobs of one kind in this process. */
export class JobRunner<T extends JobDocument> {
  private readonly running = new Set<number>();

  /** `claimMs`: duration of a claim unless it is renewed. */
  constructor(
    private readonly kindOf: () => JobKind<T>,
    private readonly claimMs: number,
    private readonly log: Logger,
    /** Runs after the work, before the result becomes visible. */
    private readonly beforeEnd: () => Promise<void>,
  ) {}

  private get kind(): JobKind<T> {
    return this.kindOf();
  }

  /** Starts due jobs up to the free capacity. */
  async startDue({ maxRunning, threshold }: Capacity): Promise<void> {
    const room = maxRunning - this.running.size;
    if (room < Math.min(threshold, maxRunning)) return;
    const due = await this.kind.store.model
      .find({ ...this.kind.filter, job_due_at: { $lte: new Date() } } as object, { _id: 1 })
      .limit(room)
      .lean<{ _id: number }[]>();
    for (const { _id } of due) if (!this.running.has(_id)) void this.run(_id);
  }

  /** Never rejects. After an error the job is due again when its claim expires. */
  private async run(id: number): Promise<void> {
    const run = randomUUID();
    this.running.add(id);
    try {
      await withLogScope({ request_id: run }, () => this.runClaimed(id, run));
    } catch (error) {
      this.log.warn({ err: error, document_id: id }, 'failed to store the result of a job');
    } finally {
      this.running.delete(id);
    }
  }

  private async runClaimed(id: number, run: string): Promise<void> {
    const document = await this.claim(id, run);
    if (document?.job_run !== run) return;
    const renewal = setInterval(() => this.renew(id, run), this.claimMs / RENEWALS);
    try {
      const failure = await this.work(document);
      await this.beforeEnd();
      await this.end(id, run, failure);
    } finally {
      clearInterval(renewal);
    }
  }

  private claim(id: number, run: string): Promise<T | null> {
    return this.kind.store.mutate(id, (document) => {
      if (!document.job_due_at || document.job_due_at.getTime() > Date.now()) return null;
      const job = { job_due_at: new Date(Date.now() + this.claimMs), job_run: run };
      return jobChange(this.kind.started(document), job, ['job_again']);
    });
  }

  private renew(id: number, run: string): void {
    const lease = { job_due_at: new Date(Date.now() + this.claimMs) };
    this.kind.store.model
      .updateOne({ _id: id, job_run: run } as object, { $set: lease } as object)
      .exec()
      .catch((error: unknown) => this.log.warn({ err: error, document_id: id }, 'failed to renew the claim of a job'));
  }

  /** Returns null if a dependency is unavailable. */
  private async work(document: T): Promise<string | null> {
    try {
      return await this.kind.work(document);
    } catch (error) {
      this.log.warn({ err: error, document_id: document._id }, 'job failed');
      return isForgeError(error) && error.reason === 'unavailable' ? null : UNEXPECTED_FAILURE;
    }
  }

  private async end(id: number, run: string, failure: string | null): Promise<void> {
    await this.kind.store.mutate(id, (document) => {
      // The claim expired before the work ended, and another run has claimed the job.
      if (document.job_run !== run) return null;
      if (failure === null) {
        const due = new Date(Date.now() + this.claimMs * UNAVAILABLE_RETRY_FRACTION);
        return jobChange<T>({ set: {} }, { job_due_at: due }, ['job_run']);
      }
      const failures = failure === '' ? 0 : (document.job_failures ?? 0) + 1;
      const step = this.kind.ended(document, failure, failures);
      const due = document.job_again ? new Date() : step.next;
      const job = { job_failures: failures, ...(due && { job_due_at: due }) };
      return jobChange(step, job, ['job_run', 'job_again', ...(due ? [] : (['job_due_at'] as const))]);
    });
  }
}

/** The change of a step together with the state of the job. */
export function jobChange<T extends JobDocument>(
  { set, events = [] }: JobStep<T>,
  job: Job,
  unset: readonly (keyof Job)[],
): Change<T> {
  const update = { $unset: Object.fromEntries(unset.map((name) => [name, 1])) };
  return { set: { ...set, ...job }, update, events } as unknown as Change<T>;
}
