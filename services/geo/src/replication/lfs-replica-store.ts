/** The replicas of large files of this node, one for each project, for the sync scheduler. */
import { MINUTE_MS } from '@forgemesh/service/durations';
import { addLfsReplicas } from '#replication/registry';
import { type DueReplica, type LfsReplica, type ReplicaStore, syncLfsObjects } from '#replication/sync';
import { findDueProjects, registryLeases } from './registry-leases';

/** Documents of earlier releases only appear while processes of them run. */
const ADD_INTERVAL_MS = MINUTE_MS;

/** Creates the store. */
export function createLfsReplicaStore(): ReplicaStore<DueReplica & LfsReplica> {
  let addedAt = -Infinity;
  return {
    ...registryLeases('lfs'),
    async findDue(deps, limit) {
      if (Date.now() - addedAt > ADD_INTERVAL_MS) {
        await addLfsReplicas(deps);
        addedAt = Date.now();
      }
      const due = await findDueProjects(deps, 'lfs', limit);
      return due.flatMap(({ _id: id, lfs: before }) =>
        before ? [{ key: `lfs/${id}`, dueAt: before.due_at, id, before }] : [],
      );
    },
    sync: syncLfsObjects,
  };
}
