/**
 * Runs jobs that wait in a database, in every process that creates the queue.
 *
 * - A job is claimed before it runs, with one atomic write that succeeds in one process only. The
 *   claim is a lease: it is renewed while the job runs, and it expires if the process dies, after
 *   which another process runs the job from its beginning.
 * - A job therefore runs at least once, and overlaps with an earlier run only if that run lost its
 *   lease without noticing. Its work is idempotent, and its result is stored only while the claim
 *   is held.
 * - `wake` starts a job without a search, so that new jobs do not wait. `wakeDue` starts those that
 *   are due by time or that another process left; a schedule calls it.
 * - A job that is woken while it runs runs once more afterwards, so no change is missed.
 * - Up to `maxRunning` jobs run at a time. If more are due, the next ones start as others end.
 * - `close` starts no more jobs and waits for those in progress. After `closeMs` they are aborted,
 *   and those that stop are given back: another process runs them immediately.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { withLogScope, type Logger } from '@forgemesh/telemetry';
import { HeldClaim, type JobRun } from './held-claim';
import type { JobStore } from './job-store';

/** Default of `closeMs`. */
const CLOSE_MS = 3_000;
/** How long `close` waits for jobs that it aborted. */
const ABORT_MS = 2_000;
/** Consecutive jobs that another process claimed first, after which the search is left to it. */
const MAX_MISSES = 10;

/** How many jobs may run in one process. */
export interface Capacity {
  /** Maximum number of concurrent jobs. */
  maxRunning: number;
  /** Free capacity that is required before more due jobs are searched for; 1 by default. */
  threshold?: number;
}

/**
 * How the queue goes on after a job. `next`: it starts the next due job. `pause`: it starts no
 * further job until it is woken, for failures that the other jobs would meet, too.
 */
export type Continuation = 'next' | 'pause';

/** Options of a queue. */
export interface JobQueueOptions<Id extends number | string, Job> {
  /** Name in logs. */
  name: string;
  store: JobStore<Id, Job>;
  /** How long a claim lasts unless it is renewed, in milliseconds. */
  leaseMs: number;
  capacity: Capacity;
  /**
   * Does the work and stores its result. If it rejects, the job is due again when its claim
   * expires, so work handles the failures that have a retry time of their own.
   */
  work(job: Job, run: JobRun): Promise<Continuation>;
  log: Logger;
  /** How long `close` waits for jobs before it aborts them, in milliseconds; 3 s by default. */
  closeMs?: number;
}

interface RunningJob<Id extends number | string> {
  claim: HeldClaim<Id>;
  /** Whether the job was woken during the run. */
  isWoken: boolean;
  ended: Promise<void>;
}

/** A queue in one process. */
export class JobQueue<Id extends number | string, Job> {
  private readonly running = new Map<Id, RunningJob<Id>>();
  private capacity: Capacity;
  /** Whether jobs may be due that were not started for lack of capacity. */
  private hasMore = false;
  private misses = 0;
  private filling: Promise<void> | undefined;
  private shouldRefill = false;
  private isClosed = false;

  constructor(private readonly options: JobQueueOptions<Id, Job>) {
    this.capacity = options.capacity;
  }

  /** Starts a job if it is due and there is capacity; otherwise it starts when another one ends. */
  wake(id: Id): void {
    const running = this.running.get(id);
    if (running) running.isWoken = true;
    else if (this.running.size >= this.capacity.maxRunning) this.hasMore = true;
    else if (!this.isClosed) this.start(id);
  }

  /** Starts due jobs up to the capacity, by default that of the last call. */
  wakeDue(capacity: Capacity = this.capacity): Promise<void> {
    this.capacity = capacity;
    this.misses = 0;
    return this.fill();
  }

  /** Starts no more jobs, and ends or gives back those in progress. Never rejects. */
  async close(): Promise<void> {
    this.isClosed = true;
    const jobs = [...this.running.values()];
    if (jobs.length === 0) return;
    const ended = Promise.all(jobs.map((job) => job.ended));
    const within = (ms: number): Promise<unknown> => Promise.race([ended, pause(ms, undefined, { ref: false })]);
    for (const { claim } of jobs) claim.stop();
    await within(this.options.closeMs ?? CLOSE_MS);
    for (const { claim } of jobs) claim.abort();
    await within(ABORT_MS);
    // The claim of a job that does not stop expires: no other process starts it meanwhile.
    for (const { claim } of jobs) void claim.end();
  }

  private fill(): Promise<void> {
    return (this.filling ??= this.startDue().finally(() => {
      this.filling = undefined;
      if (!this.shouldRefill) return;
      this.shouldRefill = false;
      this.refill();
    }));
  }

  private async startDue(): Promise<void> {
    const { maxRunning, threshold = 1 } = this.capacity;
    const free = maxRunning - this.running.size;
    if (this.isClosed || free < Math.max(1, Math.min(threshold, maxRunning))) return;
    this.hasMore = false;
    const due = await this.options.store.findDue(free, [...this.running.keys()]);
    if (due.length >= free) this.hasMore = true;
    for (const id of due) this.wake(id);
  }

  /** Searches for more jobs after one has ended. */
  private refill(): void {
    if (!this.hasMore || this.isClosed || this.misses > MAX_MISSES) return;
    if (this.filling) this.shouldRefill = true;
    else this.fill().catch((error: unknown) => this.logFailure(error, 'failed to find due jobs'));
  }

  private start(id: Id): void {
    const { store, leaseMs, log, name } = this.options;
    const claim = new HeldClaim(id, { store, leaseMs, log, name });
    const job: RunningJob<Id> = { claim, isWoken: false, ended: Promise.resolve() };
    this.running.set(id, job);
    job.ended = this.run(id, claim)
      .catch((error: unknown): Continuation => {
        this.logFailure(error, 'job failed, will be retried', id);
        return 'pause';
      })
      .then((continuation) => {
        void claim.end();
        this.running.delete(id);
        if (job.isWoken) this.wake(id);
        if (continuation === 'next') this.refill();
      });
  }

  private async run(id: Id, claim: HeldClaim<Id>): Promise<Continuation> {
    const { store, work } = this.options;
    const job = await claim.acquire(() => store.claim(id, claim.claim));
    if (job === null) {
      this.misses += 1;
      return 'next';
    }
    this.misses = 0;
    // It was claimed while the queue closed.
    if (this.isClosed) return this.giveBack(id, claim);
    try {
      const continuation = await withLogScope({ request_id: claim.id }, () => work(job, claim));
      await claim.end();
      await store.release?.(id, claim.claim);
      return continuation;
    } catch (error) {
      if (!claim.signal.aborted) throw error;
      return this.giveBack(id, claim);
    }
  }

  private async giveBack(id: Id, claim: HeldClaim<Id>): Promise<'pause'> {
    await claim.end();
    await this.options.store.giveBack(id, claim.claim);
    return 'pause';
  }

  private logFailure(error: unknown, message: string, id?: Id): void {
    this.options.log.warn({ err: error, queue: this.options.name, job: id }, message);
  }
}
