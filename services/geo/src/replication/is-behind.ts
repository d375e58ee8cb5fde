import type { QueryCache } from '@forgemesh/data';
import type { ReplicationStateStore } from './replication-state.model';

/**
 * Whether replication is or was paused, so that changes of the primary are unknown. Asked for each
 * request that a replica could serve, so it is cached for up to a second.
 */
export function isBehind({
  replicationState,
  behindCache,
}: {
  replicationState: ReplicationStateStore;
  behindCache: QueryCache<boolean>;
}): Promise<boolean> {
  return behindCache.get('behind', async () => (await replicationState.load()).is_behind);
}
