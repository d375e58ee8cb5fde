/**
 * Moves the ref changes that the earlier release recorded into the log, so that retried writes find
 * their commits and pending events are published.
 */
import { type RepositoryKind, zeroId } from '@forgemesh/git-engine';
import { catchUp } from './catch-up';
import { logId } from './log-heads';
import { refType, type RefLogEntry } from './ref-log-entry.model';
import type { RefLogDeps } from './deps';

const COLLECTION = 'ref_changes';
const BATCH = 200;

/** A change of one ref, as the earlier release stored it before the ref moved. */
interface EarlierChange {
  _id: number;
  project_id: number;
  storage: string;
  kind: RepositoryKind;
  push_id: string;
  refs_count: number;
  ref_type_count?: number;
  ref: string;
  before: string;
  after: string;
  user_id: number | null;
  user_username: string;
  user_name: string;
  push_options?: string[];
  may_be_default: boolean;
  is_first: boolean;
  total_commits_count: number;
  created_at: Date;
  open_at?: Date;
  outbox_at?: Date;
  operation_id?: string;
}

/**
 * Moves the changes of the storages that this process serves. An interrupted move is continued with
 * the next start.
 */
export async function moveRefChanges(deps: RefLogDeps): Promise<void> {
  const { refLog, storages } = deps;
  const collection = refLog.model.db.collection<EarlierChange>(COLLECTION);
  for (;;) {
    const changes = await collection
      .find({ ...storages.filter })
      .sort({ created_at: 1, _id: 1 })
      .limit(BATCH)
      .toArray();
    for (const change of changes) {
      await moveChange(deps, change);
      await collection.deleteOne({ _id: change._id });
    }
    if (changes.length < BATCH) return;
  }
}

/** A change whose ref has not moved when the process ended did not happen. */
async function moveChange(deps: RefLogDeps, change: EarlierChange): Promise<void> {
  const { refLog, logHeads, packs } = deps;
  const { project_id, kind, _id: id } = change;
  if (change.open_at && !(await hasMoved(deps, change))) return;
  if (await refLog.model.exists({ project_id, 'refs.id': id })) return;
  const head = await catchUp(deps, change);
  await refLog.insert(toEntry(change, head + 1));
  logHeads.set({ project_id, kind }, head + 1);
  packs.note({ project_id, kind }, head + 1);
}

async function hasMoved({ git, storages }: RefLogDeps, change: EarlierChange): Promise<boolean> {
  const { repo } = storages.locateUnchecked(change.project_id, change.storage, change.kind);
  return ((await git.findRef({ repo, name: change.ref }))?.id ?? zeroId) === change.after;
}

/**
 * Changes with pending events become open again: their events are published when they are closed.
 */
function toEntry(change: EarlierChange, seq: number): Omit<RefLogEntry, 'version'> {
  const { project_id, kind, storage, push_id, ref, refs_count, created_at, operation_id } = change;
  const isPending = change.open_at !== undefined || change.outbox_at !== undefined;
  return {
    _id: `${logId(change)}:${seq}`,
    project_id,
    storage,
    kind,
    seq,
    push_id,
    refs_count,
    ref_type_counts: { branch: 0, tag: 0, other: 0, [refType(ref)]: change.ref_type_count ?? refs_count },
    refs: [
      {
        id: change._id,
        ref,
        before: change.before,
        after: change.after,
        is_first: change.is_first,
        total_commits_count: change.total_commits_count,
      },
    ],
    user_id: change.user_id,
    user_username: change.user_username,
    user_name: change.user_name,
    push_options: change.push_options ?? [],
    may_be_default: change.may_be_default,
    created_at,
    ...(isPending && { open_at: created_at }),
    ...(operation_id !== undefined && { operation_id }),
  };
}
