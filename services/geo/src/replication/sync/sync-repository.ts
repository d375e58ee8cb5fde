/** Syncs the replica of a repository and verifies it by the checksum of all refs. */
import { HOUR_MS } from '@forgemesh/service/durations';
import { isForgeError } from '@forgemesh/errors';
import type { RepositoryState } from '@forgemesh/proto/repository/v1/replica';
import { removeProjectReplicas } from '#replication/files';
import type { ReplicaState, RepositoryKind } from '#replication/registry';
import { followLog } from './follow-log';
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
  log_incarnation: string;
  log_seq: number;
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
  const mustRefetch = before.must_refetch ?? false;
  if (!mustRefetch && isInSync(replica, original)) {
    const isFollowed = replica.log_incarnation === original.log_incarnation && replica.log_seq >= original.log_seq;
    if (!isFollowed) await setCursor(deps, { id, kind }, original);
    return { kind: 'verified', checksum: original.checksum as string };
  }
  // After a checksum mismatch an incremental fetch would not help: fetch from scratch.
  const isDamaged = replica.checksum === undefined || before.checksum_mismatch || mustRefetch;
  if (isDamaged) await markDamaged(deps, id, kind);
  // If the objects are damaged, or the log does not lead to the refs of the original, only the
  // original itself helps.
  const followed = isDamaged || original.log_incarnation === '' ? undefined : await tryLog(deps, { id, kind }, replica);
  if (followed === '') {
    const result = await compare(deps, { id, kind }, original);
    if (result.kind !== 'not_verified') return result;
    deps.log.warn({ project_id: id, kind }, 'a replica differs from its original after it followed the log');
  }
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
  if (error === '') await setCursor(deps, { id, kind }, original);
  // If the fetch failed because the primary became unreachable, this call throws, and the failure
  // is not counted.
  const result = await compare(deps, { id, kind }, original);
  return error === '' || result.kind === 'verified' ? result : { kind: 'sync_failed', failure: error };
}

/** Compares a replica after a sync with its original, which was `original` before. */
async function compare(
  deps: SyncDeps,
  { id, kind }: Pick<RepositoryReplica, 'id' | 'kind'>,
  original: Original,
): Promise<SyncResult> {
  const after = await loadState(deps, id, kind);
  if (isInSync(after, original)) return { kind: 'verified', checksum: original.checksum as string };
  const now = await deps.primary.repositoryState(id, kind);
  if (isInSync(after, now)) return { kind: 'verified', checksum: now.checksum as string };
  if (now.checksum !== original.checksum || now.head !== original.head) return { kind: 'changed' };
  return notVerified(after, now);
}

/**
 * Follows the log; see `followLog`. A failure other than that of the primary is logged, and git is
 * tried instead.
 */
async function tryLog(
  deps: SyncDeps,
  replica: Pick<RepositoryReplica, 'id' | 'kind'>,
  state: RepositoryState,
): Promise<string | undefined> {
  const { id, kind } = replica;
  try {
    const failure = await followLog(deps, replica, state);
    if (failure) deps.log.warn({ project_id: id, kind, failure }, 'a replica could not follow the log');
    return failure;
  } catch (error) {
    if (isForgeError(error) && error.reason === 'unavailable') throw error;
    deps.log.warn({ err: error, project_id: id, kind }, 'a replica could not follow the log');
    return undefined;
  }
}

/**
 * Notes that a replica has everything up to a place in the log that was read before. Entries that
 * it has already are followed again without effect.
 */
async function setCursor(
  { clients }: SyncDeps,
  { id, kind }: Pick<RepositoryReplica, 'id' | 'kind'>,
  { log_incarnation: incarnation, log_seq: seq }: Original,
): Promise<void> {
  if (incarnation === '') return;
  await clients.replicas.setReplicaCursor({ project_id: id, wiki: kind === 'wiki', incarnation, seq });
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
