/**
 * Entries of a replica, which are copies of those of its original on another node, with the same
 * numbers. They are closed, and have no events.
 */
import { isDuplicateKey } from '@forgemesh/data';
import { zeroId } from '@forgemesh/git-engine';
import { ConflictError } from '@forgemesh/errors';
import type { LoggedState, LogName } from '#refs/packs';
import type { RepositoryKey } from '#storage';
import type { RefLogDeps } from './deps';
import { logId } from './log-heads';
import type { RefLogEntry } from './ref-log-entry.model';

/** Attempts while another process copies the same entries. */
const MAX_ATTEMPTS = 5;

type CopiedEntriesDeps = Pick<RefLogDeps, 'refLog' | 'refCheckpoints'>;

/**
 * Adds entries in their order, so that others never see one without those before it. Entries that
 * exist stay as they are. Throws ConflictError if other processes are always faster.
 */
export async function addCopies(
  { refLog }: Pick<CopiedEntriesDeps, 'refLog'>,
  replica: RepositoryKey,
  entries: readonly LoggedState[],
): Promise<void> {
  const copies = entries.map((entry) => copyOf(replica, entry));
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const ids = copies.map(({ _id }) => _id);
    const found = await refLog.model.find({ _id: { $in: ids } }, { _id: 1 }).lean<Pick<RefLogEntry, '_id'>[]>();
    const existing = new Set(found.map(({ _id }) => _id));
    const missing = copies.filter(({ _id }) => !existing.has(_id));
    if (missing.length === 0) return;
    try {
      await refLog.model.insertMany(missing, { ordered: true });
      return;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
  throw new ConflictError('Another process copies the log of the repository');
}

/** Removes the log of a replica, with the number of the newest entry that was deleted. */
export async function removeCopies({ refLog, refCheckpoints }: CopiedEntriesDeps, log: LogName): Promise<void> {
  const { project_id, kind } = log;
  await refLog.model.deleteMany({ project_id, kind });
  await refCheckpoints.deleteOne({ _id: logId(log) });
}

/** Notes that the entries up to a number are part of a checkpoint and were never copied. */
export async function skipCopies(
  { refCheckpoints }: Pick<CopiedEntriesDeps, 'refCheckpoints'>,
  log: LogName,
  seq: number,
): Promise<void> {
  const update = { $max: { seq }, $setOnInsert: { project_id: log.project_id } };
  await refCheckpoints.updateOne({ _id: logId(log) }, update, { upsert: true });
}

function copyOf({ project_id, storage, kind }: RepositoryKey, { seq, refs, packs, mark }: LoggedState): RefLogEntry {
  return {
    _id: `${project_id}:${kind}:${seq}`,
    version: 1,
    project_id,
    storage,
    kind,
    seq,
    push_id: 'copy',
    refs_count: refs.length,
    ref_type_counts: { branch: 0, tag: 0, other: 0 },
    // Only where refs are after an entry is followed.
    refs: refs.map(({ ref, after }) => ({
      id: 0,
      ref,
      before: zeroId,
      after,
      is_first: false,
      total_commits_count: 0,
    })),
    packs: packs ?? [],
    ...(mark && { mark }),
    is_internal: true,
    user_id: null,
    user_username: '',
    user_name: '',
    push_options: [],
    may_be_default: false,
    created_at: new Date(),
  };
}
