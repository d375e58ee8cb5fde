/** Runs jobs that are stored on documents; `@forgemesh/jobs` describes how. */
import type { Change, EntityStore, NewEvent } from '@forgemesh/data';
import { isForgeError } from '@forgemesh/errors';
import { DocumentClaims, JobQueue, type Capacity, type JobRun } from '@forgemesh/jobs';
import type { Logger } from '@forgemesh/telemetry';
import type { JobDocument, Job } from './job';

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

/** Runs the jobs of one kind in this process. */
export class JobRunner<T extends JobDocument> {
  private readonly queue: JobQueue<number, T>;

  /** `claimMs`: duration of a claim unless it is renewed. */
  constructor(
    private readonly kindOf: () => JobKind<T>,
    private readonly claimMs: number,
    private readonly log: Logger,
    /** Runs after the work, before the result becomes visible. */
    private readonly beforeEnd: () => Promise<void>,
  ) {
    this.queue = new JobQueue({
      name: 'projects-jobs',
      store: {
        findDue: (limit, running) => this.claims.findDue(limit, running),
        claim: (id, { run }) => this.claim(id, run),
        renew: (id, claim) => this.claims.renew(id, claim),
        giveBack: (id, { run }) => this.retry(id, run, new Date()),
      },
      leaseMs: claimMs,
      capacity: { maxRunning: 0 },
      work: (document, run) => this.run(document, run),
      log,
    });
  }

  /** Starts due jobs up to the free capacity. */
  startDue(capacity: Capacity): Promise<void> {
    return this.queue.wakeDue(capacity);
  }

  /** Starts no more jobs. One that does not end in time is due again when its claim expires. */
  close(): Promise<void> {
    return this.queue.close();
  }

  private get kind(): JobKind<T> {
    return this.kindOf();
  }

  private get claims(): DocumentClaims<T> {
    const { store, filter } = this.kind;
    return new DocumentClaims<T>({ model: store.model, filter: () => filter, dueAt: 'job_due_at', run: 'job_run' });
  }

  /** Claims a job together with the events of its start. */
  private async claim(id: number, run: string): Promise<T | null> {
    const document = await this.kind.store.mutate(id, (found) => {
      if (!found.job_due_at || found.job_due_at.getTime() > Date.now()) return null;
      const job = { job_due_at: new Date(Date.now() + this.claimMs), job_run: run };
      return jobChange(this.kind.started(found), job, ['job_again']);
    });
    return document?.job_run === run ? document : null;
  }

  private async run(document: T, { id: run, signal }: JobRun): Promise<'next'> {
    const { _id: id } = document;
    const failure = await this.work(document, signal);
    await this.beforeEnd();
    if (failure === null) await this.retry(id, run, new Date(Date.now() + this.claimMs * UNAVAILABLE_RETRY_FRACTION));
    else await this.end(id, run, failure);
    return 'next';
  }

  /** Returns null if a dependency is unavailable. */
  private async work(document: T, signal: AbortSignal): Promise<string | null> {
    try {
      return await this.kind.work(document);
    } catch (error) {
      if (signal.aborted) throw error;
      this.log.warn({ err: error, document_id: document._id }, 'job failed');
      return isForgeError(error) && error.reason === 'unavailable' ? null : UNEXPECTED_FAILURE;
    }
  }

  /** Releases the claim of a job that has not failed by itself. */
  private async retry(id: number, run: string, due: Date): Promise<void> {
    await this.kind.store.mutate(id, (document) =>
      document.job_run === run ? jobChange<T>({ set: {} }, { job_due_at: due }, ['job_run']) : null,
    );
  }

  private async end(id: number, run: string, failure: string): Promise<void> {
    await this.kind.store.mutate(id, (document) => {
      // The claim expired before the work ended, and another run has claimed the job.
      if (document.job_run !== run) return null;
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
