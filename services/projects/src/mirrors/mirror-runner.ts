/**
 * Runs the jobs of mirrors: what is due is claimed for a while, the claim is renewed as long as the transfer lasts, and the outcome is
 * written. A claim that is not renewed any more belongs to a process that died, and the job is due again.
 */
import { randomUUID } from 'node:crypto';
import { isForgeError, withLogScope, type Change, type EntityStore, type Logger, type NewEvent } from '@forgemesh/kit';
import type { MirrorDocument, MirrorJob } from './mirror-job';

const LEASE_MS = 60_000;
const RENEW_MS = 15_000;
/** Something that a transfer needs is away. */
const AWAY_MS = 10_000;
const UNFORESEEN = 'The transfer failed for a reason that is in the log';

/** What a step of a job writes. */
export interface JobStep<T> {
  set: Partial<Omit<T, keyof MirrorDocument>>;
  events?: NewEvent[];
}

/** A kind of job. */
export interface JobKind<T extends MirrorDocument> {
  store: EntityStore<T>;
  /** Which documents may run. */
  filter: object;
  started(document: T): JobStep<T>;
  /** Does the transfer. Returns why it failed, for users, or an empty text. */
  transfer(document: T): Promise<string>;
  /** What follows; `next` is when the job is due again, if at all. */
  ended(document: T, failure: string, failures: number): JobStep<T> & { next: Date | undefined };
}

/** How many jobs may run, and from how much free room on further ones start. */
export interface Capacity {
  most: number;
  threshold: number;
}

/** The jobs of one kind in this process. */
export class MirrorRunner<T extends MirrorDocument> {
  private readonly running = new Set<number>();

  constructor(
    private readonly kindOf: () => JobKind<T>,
    private readonly log: Logger,
  ) {}

  private get kind(): JobKind<T> {
    return this.kindOf();
  }

  /** Starts what is due, as far as there is room. */
  async startDue({ most, threshold }: Capacity): Promise<void> {
    const room = most - this.running.size;
    if (room < Math.min(threshold, most)) return;
    const due = await this.kind.store.model
      .find({ ...this.kind.filter, mirror_due_at: { $lte: new Date() } } as object, { _id: 1 })
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
      this.log.warn({ err: error, mirror_id: id }, 'mirror job not ended');
    } finally {
      this.running.delete(id);
    }
  }

  private async runClaimed(id: number, run: string): Promise<void> {
    const document = await this.claim(id, run);
    if (document?.mirror_run !== run) return;
    const renewal = setInterval(() => this.renew(id, run), RENEW_MS);
    try {
      await this.end(id, run, await this.transfer(document));
    } finally {
      clearInterval(renewal);
    }
  }

  private claim(id: number, run: string): Promise<T | null> {
    return this.kind.store.mutate(id, (document) => {
      if (!document.mirror_due_at || document.mirror_due_at.getTime() > Date.now()) return null;
      const job = { mirror_due_at: new Date(Date.now() + LEASE_MS), mirror_run: run };
      return written(this.kind.started(document), job, ['mirror_again']);
    });
  }

  private renew(id: number, run: string): void {
    const lease = { mirror_due_at: new Date(Date.now() + LEASE_MS) };
    this.kind.store.model
      .updateOne({ _id: id, mirror_run: run } as object, { $set: lease } as object)
      .exec()
      .catch((error: unknown) => this.log.warn({ err: error, mirror_id: id }, 'mirror job not renewed'));
  }

  /** Null where something that it needs is away. */
  private async transfer(document: T): Promise<string | null> {
    try {
      return await this.kind.transfer(document);
    } catch (error) {
      this.log.warn({ err: error, mirror_id: document._id }, 'mirror transfer failed');
      return isForgeError(error) && error.reason === 'unavailable' ? null : UNFORESEEN;
    }
  }

  private async end(id: number, run: string, failure: string | null): Promise<void> {
    await this.kind.store.mutate(id, (document) => {
      // The claim ended before the transfer did, and somebody else has it.
      if (document.mirror_run !== run) return null;
      if (failure === null)
        return written<T>({ set: {} }, { mirror_due_at: new Date(Date.now() + AWAY_MS) }, ['mirror_run']);
      const failures = failure === '' ? 0 : (document.mirror_failures ?? 0) + 1;
      const step = this.kind.ended(document, failure, failures);
      const due = document.mirror_again ? new Date() : step.next;
      const job = { mirror_failures: failures, ...(due && { mirror_due_at: due }) };
      return written(step, job, ['mirror_run', 'mirror_again', ...(due ? [] : (['mirror_due_at'] as const))]);
    });
  }
}

function written<T extends MirrorDocument>(
  { set, events = [] }: JobStep<T>,
  job: MirrorJob,
  gone: readonly (keyof MirrorJob)[],
): Change<T> {
  const update = { $unset: Object.fromEntries(gone.map((name) => [name, 1])) };
  return { set: { ...set, ...job }, update, events } as unknown as Change<T>;
}
