/**
 * Migrates items (objects, files) from one place to another, while both are in use.
 *
 * Passes over all items of the former place copy what the new one does not have, and delete what
 * was copied an hour ago. A pass saves its progress after each part, and another process continues
 * it there. The migration is finished when a pass leaves nothing to do, at the earliest an hour
 * after the beginning: until then, processes with the earlier configuration may have written to the
 * former place.
 *
 * One process runs a pass at a time (`@forgemesh/jobs`). After a change of the direction, the first
 * pass waits until no process can be in one of the other direction: two that delete what the other
 * place has would lose items.
 */
import { isDuplicateKey } from '@forgemesh/data';
import { DocumentClaims, JobQueue, type JobRun } from '@forgemesh/jobs';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { MigrationDocument, MigrationMode } from './migration.model';

/**
 * How long an item stays in the former place after it was copied: readers that opened it there may
 * still read, and processes with the earlier configuration may still look for it only there.
 */
export const GRACE_MS = 60 * 60_000;
/** Items that are migrated at the same time. */
const PARALLEL = 4;
/** Delay after an error, for example of a place that is unavailable. */
const RETRY_MS = 60_000;
/** Interval at which counts are stored within a part. */
const SAVE_MS = 5_000;

/**
 * What was done with an item. `waiting`: it is in both places, and stays in the former one for now.
 * `damaged`: its content is not what it should be. `gone`: it was deleted meanwhile.
 */
export type MigrationStep = 'copied' | 'deleted' | 'waiting' | 'damaged' | 'gone';

/** Items that a pass migrates before it saves its position. */
export interface MigrationPart<Item extends { size: number } = { size: number }> {
  /** Name, by which a pass finds its position again. */
  id: string;
  /** Items of the former place. */
  list(): AsyncIterable<Item>;
  /** Does the next step of an item. */
  migrate(item: Item): Promise<MigrationStep>;
}

/** Options of a migration. */
export interface MigrationOptions {
  /** What is migrated. */
  id: string;
  model: Model<MigrationDocument>;
  direction: { from: string; to: string; mode: MigrationMode };
  /** All parts, in the same order in each process. */
  parts(): MigrationPart[];
  /** Whether the migration begins only if there was another one before, which it takes back. */
  isOptional?: boolean;
  /** Milliseconds until the claim of a process that died expires. */
  claimTtlMs: number;
  log: Logger;
}

/** A migration, in each process that may run its passes. */
export interface Migration {
  /** Starts or continues the migration if it is due. */
  wake(): Promise<void>;
  /** Ends a pass of this process; another process continues it. */
  close(): Promise<void>;
}

/** Creates a migration, which `wake` starts. */
export function createMigration(options: MigrationOptions): Migration {
  const { id, model, direction, claimTtlMs, log } = options;
  const { from, to } = direction;
  const claims = new DocumentClaims<MigrationDocument>({
    model,
    filter: () => ({ _id: id, from, to }),
    dueAt: 'due_at',
    run: 'run',
  });
  const queue = new JobQueue<string, MigrationDocument>({
    name: `migration of ${id}`,
    store: claims,
    leaseMs: claimTtlMs,
    capacity: { maxRunning: 1 },
    closeMs: 0,
    log,
    async work(document, run) {
      await new Pass(options, claims, document, run).run();
      return 'pause';
    },
  });
  let isNeeded: boolean | undefined;
  return {
    async wake() {
      isNeeded ??= await begin(options);
      if (isNeeded) await queue.wakeDue();
    },
    close: () => queue.close(),
  };
}

/**
 * Creates the document, or replaces that of another direction or mode. False if there is none and
 * none is needed.
 */
async function begin({ id, model, direction, isOptional, claimTtlMs, log }: MigrationOptions): Promise<boolean> {
  const { from, to, mode } = direction;
  if (await model.exists({ _id: id, from, to, mode })) return true;
  if (isOptional && !(await model.exists({ _id: id }))) return false;
  const now = Date.now();
  const fresh = {
    from,
    to,
    mode,
    state: 'running',
    copied: 0,
    copied_bytes: 0,
    deleted: 0,
    waiting: 0,
    failed: 0,
    cursor: '',
    pass: { copied: 0, waiting: 0, failed: 0 },
    started_at: new Date(now),
    updated_at: new Date(now),
    due_at: new Date(now + 2 * claimTtlMs),
  };
  const other = { _id: id, $or: [{ from: { $ne: from } }, { to: { $ne: to } }, { mode: { $ne: mode } }] };
  const outdated = { run: 1, error: 1, finished_at: 1 };
  try {
    await model.updateOne(other, { $set: fresh, $unset: outdated }, { upsert: true });
    log.info({ migration: id, from, to, mode }, 'migration begins');
  } catch (error) {
    // Another process was first.
    if (!isDuplicateKey(error)) throw error;
  }
  return true;
}

interface Counts {
  copied: number;
  copied_bytes: number;
  deleted: number;
  waiting: number;
  failed: number;
}

const noCounts = (): Counts => ({ copied: 0, copied_bytes: 0, deleted: 0, waiting: 0, failed: 0 });

/** One run of a pass in this process, from its last position to the end or to an interruption. */
class Pass {
  /** Counts of the current part that are not stored yet. */
  private counts = noCounts();
  private hasItems = false;
  private savedAt = performance.now();

  constructor(
    private readonly options: MigrationOptions,
    private readonly claims: DocumentClaims<MigrationDocument>,
    private readonly document: MigrationDocument,
    private readonly job: JobRun,
  ) {}

  async run(): Promise<void> {
    const { id, log } = this.options;
    const parts = this.options.parts();
    const first = parts.findIndex((part) => part.id === this.document.cursor) + 1;
    try {
      for (const part of parts.slice(first)) {
        if (!(await this.migratePart(part))) return void (await this.end({ dueAt: new Date() }));
      }
      await this.complete();
    } catch (error) {
      if (this.job.signal.aborted) throw error;
      log.error({ err: error, migration: id }, 'migration is interrupted');
      const text = error instanceof Error ? error.message : String(error);
      await this.end({ set: { error: text, updated_at: new Date() }, dueAt: new Date(Date.now() + RETRY_MS) });
    }
  }

  /** Migrates a part; false if another process has to continue. */
  private async migratePart(part: MigrationPart): Promise<boolean> {
    this.counts = noCounts();
    this.hasItems = false;
    const items = this.readWhileHeld(part);
    const work = async (): Promise<void> => {
      for await (const item of items) await this.migrateItem(part, item);
    };
    // All end before the claim does, also after an error.
    const results = await Promise.allSettled(Array.from({ length: PARALLEL }, work));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    if (!(await this.job.mayContinue())) return false;
    const { pass } = this.document;
    pass.waiting += this.counts.waiting;
    pass.failed += this.counts.failed;
    // Without items, the position is saved with a later part.
    if (!this.hasItems && performance.now() - this.savedAt < SAVE_MS) return true;
    return this.save({ cursor: part.id, 'pass.waiting': pass.waiting, 'pass.failed': pass.failed });
  }

  private async migrateItem(part: MigrationPart, item: { size: number }): Promise<void> {
    const step = await part.migrate(item);
    const { counts } = this;
    if (step === 'copied') {
      counts.copied += 1;
      counts.copied_bytes += item.size;
    } else if (step === 'damaged') {
      counts.failed += 1;
      this.options.log.error({ migration: this.options.id, ...item }, 'an item is damaged and was not migrated');
    } else if (step !== 'gone') counts[step] += 1;
    if (performance.now() - this.savedAt > SAVE_MS) await this.save({});
  }

  /** Yields items while this process has the claim. */
  private async *readWhileHeld(part: MigrationPart): AsyncGenerator<{ size: number }> {
    for await (const item of part.list()) {
      if (!(await this.job.mayContinue())) return;
      this.hasItems = true;
      yield item;
    }
  }

  /** Stores counts and fields; false if the claim was lost. */
  private async save(fields: object): Promise<boolean> {
    this.savedAt = performance.now();
    const { copied, copied_bytes, deleted } = this.counts;
    Object.assign(this.counts, { copied: 0, copied_bytes: 0, deleted: 0 });
    this.document.pass.copied += copied;
    const { matchedCount } = await this.options.model.updateOne(
      { _id: this.options.id, run: this.job.id },
      {
        $inc: { copied, copied_bytes, deleted, 'pass.copied': copied },
        $set: { ...fields, updated_at: new Date() },
        $unset: { error: 1 },
      },
    );
    return matchedCount === 1;
  }

  /** Stores the result of a complete pass. */
  private async complete(): Promise<void> {
    const { pass, mode, started_at } = this.document;
    const { id, log } = this.options;
    const now = Date.now();
    const { copied, failed } = pass;
    const waiting = pass.waiting + copied;
    const hasRest = copied > 0 || failed > 0 || (mode === 'move' && waiting > 0);
    const isFinished = !hasRest && started_at.getTime() <= now - GRACE_MS;
    const set = {
      state: isFinished ? ('finished' as const) : ('running' as const),
      waiting,
      failed,
      cursor: '',
      pass: { copied: 0, waiting: 0, failed: 0 },
      updated_at: new Date(now),
      ...(isFinished && { finished_at: new Date(now) }),
    };
    await this.end({ set, dueAt: isFinished ? null : new Date(now + GRACE_MS) });
    log.info({ migration: id, copied, waiting, failed, is_finished: isFinished }, 'pass of a migration has ended');
  }

  private end(result: Parameters<DocumentClaims<MigrationDocument>['end']>[2]): Promise<boolean> {
    return this.claims.end(this.options.id, this.job.id, result);
  }
}
