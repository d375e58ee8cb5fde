/** Completes entries whose process ended before their refs followed, and deletes old ones. */
import { DAY_MS } from '@forgemesh/service/durations';
import { followEntries } from './catch-up';
import { closeEntries, adoptDefaultBranch } from './close-entries';
import type { RefLogDeps } from './deps';
import { logId } from './log-heads';
import type { RefLogEntry } from './ref-log-entry.model';

/** Younger entries may still be processed by the process that wrote them. */
const MIN_AGE_MS = 5_000;
const BATCH = 100;
/** A retried write finds its entry for this time. */
const KEPT_MS = 14 * DAY_MS;

/**
 * Lets the refs follow old open entries, in order, and closes the entries. A repository that fails
 * is left for the next run, and does not hold up the others.
 */
export async function sweepEntries(deps: RefLogDeps): Promise<void> {
  const { refLog, storages } = deps;
  const failed = new Set<string>();
  const now = Date.now();
  const before = new Date(now - MIN_AGE_MS);
  // Written before the clock was set back.
  const ahead = new Date(now + MIN_AGE_MS);
  const open = refLog.model
    .find({ ...storages.filter, $or: [{ open_at: { $lt: before } }, { open_at: { $gt: ahead } }] })
    .sort({ open_at: 1, seq: 1 })
    .lean<RefLogEntry[]>()
    .cursor({ batchSize: BATCH });
  let batch: RefLogEntry[] = [];
  for await (const entry of open) {
    batch.push(entry);
    if (batch.length < BATCH) continue;
    await completeBatch(deps, batch, failed);
    batch = [];
  }
  await completeBatch(deps, batch, failed);
}

/** Completes entries, except those of logs that have failed before, to which it adds others. */
async function completeBatch(deps: RefLogDeps, batch: readonly RefLogEntry[], failed: Set<string>): Promise<void> {
  for (const id of new Set(batch.map(logId))) {
    if (failed.has(id)) continue;
    try {
      await completeEntries(
        deps,
        batch.filter((entry) => logId(entry) === id),
      );
    } catch (error) {
      failed.add(id);
      deps.log.warn({ err: error, repository: id }, 'entries of the ref log not completed yet');
    }
  }
}

async function completeEntries(deps: RefLogDeps, entries: readonly RefLogEntry[]): Promise<void> {
  const [first] = entries;
  if (!first) return;
  await followEntries(deps, first);
  for (const entry of entries) await closeEntries(deps, [entry], await adoptDefaultBranch(deps, [entry]));
}

/**
 * Deletes closed entries after two weeks. Before, a checkpoint keeps the number of the newest of
 * them, so that no number is used twice.
 */
export async function removeOldEntries({ refLog, refCheckpoints, packs }: RefLogDeps): Promise<void> {
  const isOld = {
    created_at: { $lt: new Date(Date.now() - KEPT_MS) },
    open_at: { $exists: false },
    outbox_at: { $exists: false },
  };
  const old = refLog.model.find(isOld, { project_id: 1, kind: 1, seq: 1 }).sort({ created_at: 1 }).lean().cursor();
  let batch: OldEntry[] = [];
  for await (const entry of old) {
    batch.push(entry);
    if (batch.length < BATCH) continue;
    await removeEntries({ refLog, refCheckpoints, packs }, batch);
    batch = [];
  }
  if (batch.length > 0) await removeEntries({ refLog, refCheckpoints, packs }, batch);
}

type OldEntry = Pick<RefLogEntry, '_id' | 'project_id' | 'kind' | 'seq'>;

async function removeEntries(
  { refLog, refCheckpoints, packs }: Pick<RefLogDeps, 'refLog' | 'refCheckpoints' | 'packs'>,
  batch: readonly OldEntry[],
): Promise<void> {
  const included = await packs.checkpointsOf(batch.map(logId));
  // A repository is built again from its checkpoint and the entries after it.
  const removable = batch.filter((entry) => entry.seq <= (included.get(logId(entry)) ?? Infinity));
  if (removable.length === 0) return;
  const checkpoints = removable.map((entry) => ({
    updateOne: {
      filter: { _id: logId(entry) },
      update: { $max: { seq: entry.seq }, $setOnInsert: { project_id: entry.project_id } },
      upsert: true,
    },
  }));
  await refCheckpoints.bulkWrite(checkpoints, { ordered: true });
  await refLog.model.deleteMany({ _id: { $in: removable.map(({ _id }) => _id) } });
}
