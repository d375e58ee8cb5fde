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
  /** The entries of a log after a number, in order, without refused ones. */
  listEntries(log: LogName, after: number): Promise<LoggedState[]>;
  /** The newest number of a log, 0 for none. */
  newestSeq(log: LogName): Promise<number>;
}

/** Creates the functions. */
export function logReaders({
  refLog,
  refCheckpoints,
}: {
  refLog: Model<RefLogEntry>;
  refCheckpoints: Model<RefCheckpoint>;
}): LogReaders {
  return {
    listEntries: ({ project_id, kind }, after) =>
      refLog
        .find({ project_id, kind, seq: { $gt: after }, refused: { $exists: false } }, { seq: 1, refs: 1, packs: 1 })
        .sort({ seq: 1 })
        .readConcern('majority')
        .lean<LoggedState[]>(),
    async newestSeq({ project_id, kind }) {
      const [newest, checkpoint] = await Promise.all([
        refLog.findOne({ project_id, kind }, { seq: 1 }).sort({ seq: -1 }).readConcern('majority').lean(),
        refCheckpoints.findById(logId({ project_id, kind })).lean(),
      ]);
      return Math.max(newest?.seq ?? 0, checkpoint?.seq ?? 0);
    },
  };
}
