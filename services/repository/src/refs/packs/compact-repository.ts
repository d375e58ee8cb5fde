/**
 * Replaces the packs of a repository in the object store by those of one copy, and renews
 * checkpoints.
 */
import type { RepositoryLocation } from '#storage';
import { MAX_APART } from './combine-kept';
import type { PacksDeps } from './deps';
import { followLog } from './follow-log';
import type { KeptPack } from './kept-pack';
import { checkpointId, type RepositoryCheckpoint } from './repository-checkpoint.model';
import {
  bytesOf,
  closedEntries,
  isComplete,
  keepPacks,
  renewCheckpoint,
  replaceCheckpoint,
  stateAfter,
} from './write-checkpoint';

/** How many times the bytes of one copy the packs of a repository may have. */
const MAX_COPIES = 1.3;
/** Smaller repositories are not compacted because of their size. */
const MIN_BYTES = 1024 ** 2;
/**
 * Age from which a checkpoint is renewed if there are entries after it, which then can be deleted.
 */
const MAX_AGE_MS = 7 * 24 * 3_600_000;
/** Git has its own limits of time. */
const NO_DEADLINE = { timeoutMs: 0 };

/** What is done with a repository: `none` if its checkpoint is as it should be. */
export type MaintenanceOutcome = 'compacted' | 'renewed' | 'none' | 'overtaken';

/**
 * Does what a repository needs. `overtaken`: another process has written a checkpoint meanwhile, or
 * objects of entries are only in the folder.
 */
export async function maintainRepository(
  deps: PacksDeps,
  location: RepositoryLocation,
  now = Date.now(),
): Promise<MaintenanceOutcome> {
  const checkpoint = await deps.checkpoints.findById(checkpointId(location)).lean<RepositoryCheckpoint>();
  if (!checkpoint) return 'none';
  const entries = await deps.listEntries(location, checkpoint.seq);
  const packs = [...checkpoint.packs, ...entries.flatMap((entry) => entry.packs ?? [])];
  // The folder may have what the object store has lost.
  const isDamaged = (await deps.packStore.findDamaged(packs)).size > 0;
  const need = isDamaged
    ? 'compacted'
    : needOf(checkpoint, { packs, hasEntries: closedEntries(entries).length > 0 }, now);
  if (need === 'none') return need;
  const isDone = need === 'compacted' ? await compactRepository(deps, location) : await renewCheckpoint(deps, location);
  return isDone ? need : 'overtaken';
}

function needOf(
  { created_at, packs: before, copy_bytes: copy = bytesOf(before) }: RepositoryCheckpoint,
  { packs, hasEntries }: { packs: readonly KeptPack[]; hasEntries: boolean },
  now: number,
): 'compacted' | 'renewed' | 'none' {
  if (bytesOf(packs) > Math.max(MIN_BYTES, MAX_COPIES * copy)) return 'compacted';
  const isOld = created_at.getTime() < now - MAX_AGE_MS;
  const hasMany = packs.length > 2 * MAX_APART;
  return hasMany || (isOld && hasEntries) ? 'renewed' : 'none';
}

/**
 * Repacks the folder of a repository and replaces the packs of its checkpoint by those of the
 * folder. Only objects that no ref has reached for two weeks are left out. The entries after the
 * checkpoint stay as they are, with packs of their own. False if there was no complete checkpoint,
 * or another process has replaced it meanwhile; the next attempt starts from the beginning.
 *
 * While git lists the packs, it walks everything that the refs reach, also those that entries have
 * moved since the beginning, and fails if an object is missing: then the packs of before stay.
 */
export async function compactRepository(deps: PacksDeps, location: RepositoryLocation): Promise<boolean> {
  const { checkpoints, git, folderQueue, listEntries, log, runMaintenance } = deps;
  const { repo, project_id, kind } = location;
  const before = await checkpoints.findById(checkpointId(location)).lean<RepositoryCheckpoint>();
  const entries = before ? closedEntries(await listEntries(location, before.seq)) : [];
  if (!isComplete(before, entries)) return false;
  await folderQueue.run(repo, () => followLog(deps, location));
  await runMaintenance(async () => {
    await git.packRefs({ repo }, NO_DEADLINE);
    await git.repack({ repo }, NO_DEADLINE);
  });
  const packs = await keepPacks(deps, location, before);
  const state = await stateAfter(deps, before, entries);
  const bytes = bytesOf(packs);
  const isReplaced = await replaceCheckpoint(deps, location, before, {
    seq: state.seq,
    packs,
    refs: state.refs,
    refs_size: state.refs_size,
    head: state.head,
    copy_bytes: bytes,
  });
  if (isReplaced)
    log.info({ project_id, kind, before: bytesOf(before.packs), bytes }, 'packs of a repository compacted');
  return isReplaced;
}
