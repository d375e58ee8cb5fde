/**
 * Reads entries for those who let refs follow them: only what a majority has, because an entry that
 * is lost with its primary must not have moved a ref.
 */
import type { Model } from 'mongoose';
import type { LogName, LoggedState } from '#refs/packs';
import { logId } from './log-heads';
import type { RefCheckpoint, RefLogEntry } from './ref-log-entry.model';

/** Functions that read logs. */
export interface LogReaders {
  /**
   * The entries of a log after a number, in order, without refused ones, and without those up to
   * the highest number that was deleted. Without a limit, all of them.
   */
  listEntries(log: LogName, after: number, limit?: number): Promise<LoggedState[]>;
  /** The newest number of a log, 0 for none. */
  newestSeq(log: LogName): Promise<number>;
  /** The newest number of a log up to which the refs of all entries have followed. */
  closedSeq(log: LogName): Promise<number>;
  /** Of logs, the ids of those with entries after a number whose objects are only in the folder. */
  findIncomplete(logs: readonly (LogName & { seq: number })[]): Promise<Set<string>>;
}

/** Creates the functions. */
export function logReaders({
  refLog,
  refCheckpoints,
}: {
  refLog: Model<RefLogEntry>;
  refCheckpoints: Model<RefCheckpoint>;
}): LogReaders {
  const newestSeq: LogReaders['newestSeq'] = async ({ project_id, kind }) => {
    const [newest, checkpoint] = await Promise.all([
      refLog.findOne({ project_id, kind }, { seq: 1 }).sort({ seq: -1 }).readConcern('majority').lean(),
      refCheckpoints.findById(logId({ project_id, kind })).lean(),
    ]);
    return Math.max(newest?.seq ?? 0, checkpoint?.seq ?? 0);
  };
  return {
    newestSeq,
    async closedSeq({ project_id, kind }) {
      // Read first: entries after it do not count, open or not.
      const newest = await newestSeq({ project_id, kind });
      const open = await refLog
        .findOne({ project_id, kind, open_at: { $exists: true } }, { seq: 1 })
        .sort({ seq: 1 })
        .readConcern('majority')
        .lean();
      return open ? Math.min(newest, open.seq - 1) : newest;
    },
    async listEntries({ project_id, kind }, after, limit = 0) {
      const filter = { project_id, kind, seq: { $gt: after }, refused: { $exists: false } };
      const fields = { seq: 1, refs: 1, packs: 1, open_at: 1, mark: 1 };
      const [entries, deleted] = await Promise.all([
        refLog.find(filter, fields).sort({ seq: 1 }).limit(limit).readConcern('majority').lean<LoggedState[]>(),
        refCheckpoints.findById(logId({ project_id, kind })).lean(),
      ]);
      // A writer that was stopped for long may have used a number again; it withdraws its entry.
      return entries.filter(({ seq }) => seq > (deleted?.seq ?? 0));
    },
    async findIncomplete(logs) {
      if (logs.length === 0) return new Set();
      const after = logs.map(({ project_id, kind, seq }) => ({ project_id, kind, seq: { $gt: seq } }));
      const found = await refLog
        .find(
          { $or: after, packs: { $exists: false }, refused: { $exists: false } },
          { project_id: 1, kind: 1, _id: 0 },
        )
        .readConcern('majority')
        .lean<LogName[]>();
      return new Set(found.map(logId));
    },
  };
}
