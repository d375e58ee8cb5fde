import type { ReplicaKind, ReplicaState } from '#replication/registry';
import { CHECK_INTERVAL_MS } from './check-replicas';
import { stateChanges, withoutState, type SyncResult } from './sync-result';
import type { SyncDeps } from './deps';

/** A replica of a project, and its state before the sync. */
export interface SyncedReplica {
  /** Id of the project. */
  id: number;
  kind: ReplicaKind;
  before: ReplicaState;
}

/**
 * Stores the result of a sync, and ends its lease. If the original changed during the sync, the
 * replica stays due.
 */
export async function storeResult(
  deps: Pick<SyncDeps, 'registry' | 'clients' | 'verifyIntervalMs'>,
  { id, kind, before }: SyncedReplica,
  result: SyncResult,
): Promise<void> {
  const now = new Date();
  const changes = stateChanges(deps.verifyIntervalMs, before, result, now);
  const set: Partial<ReplicaState> = { ...changes, leased_until: null };
  if (kind !== 'lfs' && result.kind === 'verified' && before.check_due_at === undefined)
    set.check_due_at = new Date(now.getTime() + Math.random() * CHECK_INTERVAL_MS);
  const write = (fields: Partial<ReplicaState>, generation: object) =>
    deps.registry.updateOne(
      { _id: id, ...generation },
      { $set: Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${kind}.${name}`, value])) },
    );
  const { matchedCount } = await write(set, { [`${kind}.generation`]: before.generation });
  if (matchedCount > 0) return;
  if ((await write(withoutState(set, now), {})).matchedCount === 0)
    // The project was deleted during the sync: remove the replica, too.
    await deps.clients.replicas.removeReplicas({ project_id: id });
}
