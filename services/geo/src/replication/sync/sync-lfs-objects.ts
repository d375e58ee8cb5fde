/**
 * Syncs the large files of a project. Each is verified by its digest while it is downloaded, and
 * kept even if others fail, so that an interrupted sync continues where it ended.
 */
import { createHash } from 'node:crypto';
import { isForgeError } from '@forgemesh/errors';
import type { LfsObject } from '@forgemesh/proto/repository/v1/lfs_object';
import { removeProjectReplicas } from '#replication/files';
import type { ReplicaState } from '#replication/registry';
import { storeResult } from './store-result';
import type { SyncResult } from './sync-result';
import type { SyncDeps } from './deps';

/** The large files of a project, and their state before the sync. */
export interface LfsReplica {
  /** Id of the project. */
  id: number;
  before: ReplicaState;
}

/** Result of a sync, and the number of large files that could not be copied. */
interface LfsSync {
  result: SyncResult;
  failed: number;
}

/**
 * Syncs a replica. Throws UnavailableError if the primary is unreachable, which does not count as a
 * failure of the replica.
 */
export async function syncLfsObjects(deps: SyncDeps, { id, before }: LfsReplica): Promise<void> {
  const synced = await sync(deps, id).catch((error: unknown): LfsSync => {
    if (isForgeError(error) && error.reason === 'unavailable') throw error;
    deps.log.error({ err: error, project_id: id, kind: 'lfs' }, 'sync failed');
    return { result: { kind: 'sync_failed', failure: 'The sync failed' }, failed: 0 };
  });
  if (synced === 'deleted') return removeProjectReplicas(deps, id);
  await deps.registry.updateOne({ _id: id }, { $set: { lfs_failed_count: synced.failed } });
  await storeResult(deps, { id, kind: 'lfs', before }, synced.result);
}

async function sync({ primary, clients }: SyncDeps, id: number): Promise<LfsSync | 'deleted'> {
  const checksum = createHash('sha256');
  const failures: string[] = [];
  let failed = 0;
  for (let after = ''; ;) {
    const { found, objects, is_last } = await primary.lfsObjects(id, after);
    if (!found) return 'deleted';
    for (const { oid, size } of objects) checksum.update(`${oid} ${size}\n`);
    const { missing } = await clients.lfsObjects.reconcileLfsObjects({ project_id: id, after, is_last, objects });
    for (const object of missing) {
      const failure = await copy({ primary, clients }, id, object);
      if (failure === '') continue;
      failed++;
      failures[0] ??= `${object.oid}: ${failure}`;
    }
    if (is_last) break;
    after = objects.at(-1)?.oid ?? after;
  }
  const [failure] = failures;
  if (failure !== undefined) return { result: { kind: 'sync_failed', failure }, failed };
  return { result: { kind: 'verified', checksum: checksum.digest('hex') }, failed };
}

/** Copies a large file; returns the reason of a failure, or an empty string. */
function copy(
  { primary, clients }: Pick<SyncDeps, 'primary' | 'clients'>,
  project_id: number,
  { oid, size }: LfsObject,
): Promise<string> {
  return primary.downloadLfsObject(project_id, oid, async (content) => {
    await clients.lfsObjects.storeLfsObject({ project_id, oid, size }, { content });
  });
}
