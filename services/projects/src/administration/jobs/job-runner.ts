/**
 * Runs jobs that are kept on documents: what is due is claimed for a while, the claim is renewed as
 * long as the work lasts, and the outcome is written. A claim that is not renewed any more belongs
 * to a process that died, and the job is due again.
 */
import { randomUUID } from 'node:crypto';
import type { Change, EntityStore, NewEvent } from '@forgemesh/data';
import { isForgeError } from '@forgemesh/errors';
import { withLogScope, type Logger } from '@forgemesh/telemetry';
import type { JobDocument, Job } from './job';

/** How often a claim is renewed while it lasts. */
const RENEWALS = 6;
/** Part of a claim after which a job is tried again where something that its work needs is away. */
const UNAVAILABLE_RETRY_FRACTION = 1 / 3;
const UNEXPECTED_FAILURE = 'It failed for a reason that is in the log';

/** What a step of a job writes. */
export interface JobStep<T> {
  set: Partial<Omit<T, keyof JobDocument>>;
  events?: NewEvent[];
}

/** A kind of job. */
export interface JobKind<T extends JobDocument> {
  store: EntityStore<T>;
  /** Which documents may run. */
  filter: object;
  started(document: T): JobStep<T>;
  /**
   * Does the work; again from its beginning where a run was cut off. Returns why it failed, for
   * users, or an empty text.
   */
  work(document: T): Promise<string>;
  /** What follows; `next` is when the job is due again, if at all. */
  ended(document: T, failure: string, failures: number): JobStep<T> & { next: Date | undefined };
}

/** How many jobs may run, and from how much free room on further ones start. */
export interface Capacity {
  maxRunning: number;
  threshold: number;
}

/** The jobs of one kind in this process. */
export class JobRunner<T extends JobDocument> {
  private readonly running = new Set<number>();

  /** A claim lasts so many milliseconds unless it is renewed. */
  constructor(
    private readonly kindOf: () => JobKind<T>,
    private readonly claimMs: number,
    private readonly log: Logger,
    /** Runs after the work and before its outcome can be seen. */
    private readonly beforeEnd: () => Promise<void>,
  ) {}

  private get kind(): JobKind<T> {
    return this.kindOf();
  }

  /** Starts what is due, as far as there is room. */
  async startDue({ maxRunning, threshold }: Capacity): Promise<void> {
    const room = maxRunning - this.running.size;
    if (room < Math.min(threshold, maxRunning)) return;
    const due = await this.kind.store.model
      .find({ ...this.kind.filter, job_due_at: { $lte: new Date() } } as object, { _id: 1 })
      .limit(room)
      .lean<{ _id: number }[]>();
    for (const { _id } of due) if (!this.running.has(_id)) void this.run(_id);
  }

  /** Never rejects: what fails here is due again when its claim ends. */
  private async run(id: number): Promise<void> {
    const run = randomUUID();
    this.running.add(id);
    try {
      await withLogScope({ request_id: run }, () => this.runClaimed(id, run));
    } catch (error) {
      this.log.warn({ err: error, document_id: id }, 'job not ended');
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
      .catch((error: unknown) => this.log.warn({ err: error, document_id: id }, 'job not renewed'));
  }

  /** Null where something that it needs is away. */
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
      // The claim ended before the work did, and somebody else has it.
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

/** The change that a step makes, with the state of the job. */
export function jobChange<T extends JobDocument>(
  { set, events = [] }: JobStep<T>,
  job: Job,
  unset: readonly (keyof Job)[],
): Change<T> {
  const update = { $unset: Object.fromEntries(unset.map((name) => [name, 1])) };
  return { set: { ...set, ...job }, update, events } as unknown as Change<T>;
}
