/** Result of a sync, and the changes of the replica's state that follow from it. */
import { HOUR_MS } from '@forgemesh/service/durations';
import type { ReplicaState } from '#replication/registry';

const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = HOUR_MS;

/** Result of a sync. `changed`: the original changed during the sync. */
export type SyncResult =
  | { kind: 'verified'; checksum: string }
  | { kind: 'changed' }
  | { kind: 'sync_failed'; failure: string }
  | { kind: 'not_verified'; failure: string; checksum: string | null; isMismatch: boolean };

/**
 * The changed fields of a replica's state. A verified replica is due after about
 * `verifyIntervalMs`.
 */
export function stateChanges(
  verifyIntervalMs: number,
  before: ReplicaState,
  result: SyncResult,
  now: Date,
): Partial<ReplicaState> {
  const synced = { last_synced_at: now, last_successful_sync_at: now, retry_count: 0, last_sync_failure: null };
  switch (result.kind) {
    case 'verified':
      return {
        ...synced,
        state: 'synced',
        checksum: result.checksum,
        verified: true,
        checksum_mismatch: false,
        verification_failure: null,
        verification_retry_count: 0,
        must_refetch: false,
        due_at: new Date(now.getTime() + spread(verifyIntervalMs)),
      };
    case 'changed':
      return { ...synced, state: 'pending', verified: false, due_at: now };
    case 'sync_failed': {
      const retry_count = before.retry_count + 1;
      const failure = { retry_count, last_sync_failure: result.failure, last_synced_at: now };
      return { ...failure, state: 'failed', verified: false, due_at: retryAt(now, retry_count) };
    }
    case 'not_verified': {
      const verification_retry_count = before.verification_retry_count + 1;
      const { failure: verification_failure, checksum, isMismatch: checksum_mismatch } = result;
      return {
        ...synced,
        state: 'synced',
        verified: false,
        verification_failure,
        verification_retry_count,
        checksum,
        checksum_mismatch,
        due_at: retryAt(now, verification_retry_count),
      };
    }
  }
}

/** The changes to store if the original changed during the sync: the replica stays due. */
export function withoutState(changes: Partial<ReplicaState>, now: Date): Partial<ReplicaState> {
  const { state: _state, ...rest } = changes;
  return { ...rest, verified: false, due_at: now };
}

/** An interval that differs by up to a quarter, so that the work of many replicas is spread. */
export function spread(intervalMs: number): number {
  return intervalMs * (0.75 + Math.random() / 2);
}

function retryAt(now: Date, attempts: number): Date {
  return new Date(now.getTime() + Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS));
}
