/**
 * Copies repositories that are kept outside of folders: only their checkpoints, not their packs.
 */
import { randomUUID } from 'node:crypto';
import { UnavailableError } from '@forgemesh/errors';
import type { RepositoryLocation } from '#storage';
import { combineKept } from './combine-kept';
import type { PacksDeps } from './deps';
import { checkpointId, type RepositoryCheckpoint } from './repository-checkpoint.model';
import { isComplete, stateAfter } from './write-checkpoint';

/** Checkpoints of deleted projects, which can be restored, are under numbers from this one. */
export const MIN_DELETED_ID = 2 ** 52;

/**
 * Copies the newest state of a repository to another one, which has no refs. Returns false if there
 * is nothing to copy; true also if an earlier attempt has copied it. Throws UnavailableError if
 * objects of it are only in a folder.
 */
export async function copyCheckpoint(
  deps: PacksDeps,
  from: RepositoryLocation,
  to: RepositoryLocation,
): Promise<boolean> {
  const source = await readNewest(deps, from);
  if (!source) return false;
  const { checkpoints, newestSeq } = deps;
  const _id = checkpointId(to);
  const target = await checkpoints.findById(_id).lean<RepositoryCheckpoint>();
  const seq = await newestSeq(to);
  if (target && (target.refs !== '' || target.seq < seq)) return true;
  const copy: RepositoryCheckpoint = {
    ...source,
    _id,
    project_id: to.project_id,
    storage: to.storage,
    kind: to.kind,
    seq,
    created_at: new Date(),
    incarnation: randomUUID(),
    version: (target?.version ?? 0) + 1,
  };
  await checkpoints.replaceOne({ _id }, copy, { upsert: true });
  return true;
}

/** The checkpoint of a repository with the entries after it; null for none. */
async function readNewest(deps: PacksDeps, location: RepositoryLocation): Promise<RepositoryCheckpoint | null> {
  const checkpoint = await deps.checkpoints.findById(checkpointId(location)).lean<RepositoryCheckpoint>();
  if (!checkpoint) return null;
  const entries = await deps.listEntries(location, checkpoint.seq);
  if (entries.length === 0) return checkpoint;
  if (!isComplete(checkpoint, entries)) throw new UnavailableError();
  const state = await stateAfter(deps, checkpoint, entries);
  const packs = [...checkpoint.packs, ...entries.flatMap((entry) => entry.packs ?? [])];
  return { ...checkpoint, ...state, packs: await combineKept(deps, packs) };
}
