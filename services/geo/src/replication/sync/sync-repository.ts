/** Syncs the replica of a repository and verifies it by the checksum of all refs. */
import { HOUR_MS } from '@forgemesh/service/durations';
import { isForgeError } from '@forgemesh/errors';
import type { RepositoryState } from '@forgemesh/proto/repository/v1/replica';
import { removeProjectReplicas } from '#replication/files';
import type { ReplicaState, RepositoryKind } from '#replication/registry';
import { storeResult } from './store-result';
import type { SyncResult } from './sync-result';
import type { SyncDeps } from './deps';

/** A transfer takes time proportional to the size of the repository. */
const FETCH_TIMEOUT_MS = 2 * HOUR_MS;
const STATE_TIMEOUT_MS = 60_000;

/** A repository replica, and its state before the sync. */
export interface RepositoryReplica {
  /** Id of the project. */
  id: number;
  kind: RepositoryKind;
  before: ReplicaState;
}

interface Original {
  checksum: string | null;
  head: string;
  facts_digest: string;
}

/**
 * Syncs a replica. Throws UnavailableError if the primary is unreachable, which does not count as a
 * failure of the replica.
 */
export async function syncRepository(deps: SyncDeps, replica: RepositoryReplica): Promise<void> {
  const result = await sync(deps, replica).catch((error: unknown): SyncResult => {
    if (isForgeError(error) && error.reason === 'unavailable') throw error;
    deps.log.error({ err: error, project_id: replica.id, kind: replica.kind }, 'sync failed');
    return { kind: 'sync_failed', failure: 'The sync failed' };
  });
  if (result.kind === 'deleted') await removeProjectReplicas(deps, replica.id);
  else await storeResult(deps, replica, result);
}

async function sync(
  deps: SyncDeps,
  { id, kind, before }: RepositoryReplica,
): Promise<SyncResult | { kind: 'deleted' }> {
  const original = await deps.primary.repositoryState(id, kind);
  if (!original.found) return { kind: 'deleted' };
  const replica = await loadState(deps, id, kind);
  if (replica.facts_digest !== original.facts_digest)
    await deps.clients.replicas.storeRepositoryMetadata({ project_id: id, facts: await deps.primary.metadata(id) });
  if (isInSync(replica, original)) return { kind: 'verified', checksum: original.checksum as string };
  // After a checksum mismatch an incremental fetch would not help: fetch from scratch.
  const isDamaged = replica.checksum === undefined || before.checksum_mismatch;
  if (isDamaged) await markDamaged(deps, id, kind);
  const { error } = await deps.clients.replicas.fetchReplica(
    {
      project_id: id,
      wiki: kind === 'wiki',
      url: deps.primary.repositoryUrl(id, kind),
      authorization: await deps.primary.authorization(),
      head: original.head,
      from_scratch: isDamaged,
    },
    { timeoutMs: FETCH_TIMEOUT_MS },
  );
  const after = await loadState(deps, id, kind);
  if (isInSync(after, original)) return { kind: 'verified', checksum: original.checksum as string };
  // If the fetch failed because the primary became unreachable, this call throws, and the failure
  // is not counted.
  const now = await deps.primary.repositoryState(id, kind);
  if (error !== '') return { kind: 'sync_failed', failure: error };
  if (isInSync(after, now)) return { kind: 'verified', checksum: now.checksum as string };
  if (now.checksum !== original.checksum || now.head !== original.head) return { kind: 'changed' };
  return notVerified(after, now);
}

/** Takes a replica out of use before it is rebuilt from scratch. */
async function markDamaged({ registry }: SyncDeps, id: number, kind: RepositoryKind): Promise<void> {
  const damaged = { verified: false, verification_failure: 'The replica is damaged' };
  await registry.updateOne(
    { _id: id },
    { $set: Object.fromEntries(Object.entries(damaged).map(([name, value]) => [`${kind}.${name}`, value])) },
  );
}

function notVerified(replica: RepositoryState, now: Original): SyncResult {
  const checksum = replica.checksum ?? null;
  if (now.checksum === null)
    return { kind: 'not_verified', failure: 'The repository on the primary is damaged', checksum, isMismatch: false };
  if (checksum === null)
    return { kind: 'not_verified', failure: 'The replica is damaged', checksum, isMismatch: false };
  return { kind: 'not_verified', failure: 'The checksums differ', checksum, isMismatch: true };
}

function loadState({ clients }: SyncDeps, id: number, kind: RepositoryKind): Promise<RepositoryState> {
  const request = { project_id: id, storage: '', wiki: kind === 'wiki' };
  return clients.replicas.getRepositoryState(request, { timeoutMs: STATE_TIMEOUT_MS });
}

/** `HEAD` is compared only if the repository has refs. */
function isInSync(replica: RepositoryState, original: Original): boolean {
  if (original.checksum === null || replica.checksum !== original.checksum) return false;
  return /^0+$/.test(original.checksum) || replica.head === original.head;
}
