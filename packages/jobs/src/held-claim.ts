/** The claim of a running job, and its renewal. */
import { randomUUID } from 'node:crypto';
import type { Logger } from '@forgemesh/telemetry';
import type { Claim, JobStore } from './job-store';

/** Number of renewals per lease: some of them may fail before it expires. */
const RENEWALS = 6;

/** The run of a job, as its work sees it. */
export interface JobRun {
  /** Id of the claim: a result is stored only while the job has it. */
  readonly id: string;
  /** Aborts when the claim is lost, and when the process stops before the work has ended. */
  readonly signal: AbortSignal;
  /**
   * Whether the work may begin another step: not once the queue closes or the claim is lost. Renews
   * the claim if the last renewal is a while ago.
   */
  mayContinue(): Promise<boolean>;
}

/** What a claim needs of its queue. */
export interface HeldClaimOptions<Id extends number | string> {
  store: Pick<JobStore<Id, never>, 'renew'>;
  leaseMs: number;
  /** Name of the queue. */
  name: string;
  log: Logger;
}

/** A claim from its acquisition to the end of the work. */
export class HeldClaim<Id extends number | string> implements JobRun {
  readonly claim: Claim;
  private readonly aborting = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private renewing: Promise<void> = Promise.resolve();
  private renewedAt = 0;
  private isStopping = false;
  private hasEnded = false;

  constructor(
    private readonly jobId: Id,
    private readonly options: HeldClaimOptions<Id>,
  ) {
    this.claim = { run: randomUUID(), leaseMs: options.leaseMs };
  }

  get id(): string {
    return this.claim.run;
  }

  get signal(): AbortSignal {
    return this.aborting.signal;
  }

  /** Acquires the claim, and keeps it until `end`. */
  async acquire<Job>(claim: () => Promise<Job | null>): Promise<Job | null> {
    this.renewedAt = performance.now();
    const job = await claim();
    if (job !== null && !this.hasEnded)
      this.timer = setInterval(() => (this.renewing = this.renewInTime()), this.renewalMs);
    return job;
  }

  async mayContinue(): Promise<boolean> {
    if (this.isStopping || this.signal.aborted) return false;
    if (performance.now() - this.renewedAt >= this.renewalMs) await this.renew();
    return !this.signal.aborted;
  }

  /** Asks the work to begin no further step. */
  stop(): void {
    this.isStopping = true;
  }

  /** Aborts the work. */
  abort(): void {
    this.aborting.abort(new Error('the queue was closed'));
  }

  /** Stops the renewal. Resolves when none is in progress, which would restore a released claim. */
  end(): Promise<void> {
    this.hasEnded = true;
    clearInterval(this.timer);
    return this.renewing;
  }

  private get renewalMs(): number {
    return this.options.leaseMs / RENEWALS;
  }

  private async renew(): Promise<void> {
    const startedAt = performance.now();
    const isHeld = await this.options.store.renew(this.jobId, this.claim);
    if (isHeld) this.renewedAt = startedAt;
    else this.lose();
  }

  /** Never rejects. */
  private async renewInTime(): Promise<void> {
    try {
      await this.renew();
    } catch (error) {
      const { log, name: queue } = this.options;
      log.warn({ err: error, queue, job: this.jobId }, 'failed to renew the claim of a job');
      if (performance.now() - this.renewedAt >= this.options.leaseMs) this.lose();
    }
  }

  /** A renewal that overlaps with the end of the work finds no claim. */
  private lose(): void {
    if (!this.hasEnded) this.aborting.abort(new Error('the claim of the job was lost'));
  }
}
