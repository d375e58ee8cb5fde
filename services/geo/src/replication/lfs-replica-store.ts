/** The replicas of large files of this node, one for each project, for the sync scheduler. */
import { addLfsReplicas } from '#replication/registry';
import { type DueReplica, type LfsReplica, type ReplicaStore, syncLfsObjects } from '#replication/sync';
import { findDueProjects, registryLeases } from './registry-leases';

export const lfsReplicaStore: ReplicaStore<DueReplica & LfsReplica> = {
  ...registryLeases('lfs'),
  async findDue(deps, limit) {
    await addLfsReplicas(deps);
    const due = await findDueProjects(deps, 'lfs', limit);
    return due.flatMap(({ _id: id, lfs: before }) =>
      before ? [{ key: `lfs/${id}`, dueAt: before.due_at, id, before }] : [],
    );
  },
  sync: syncLfsObjects,
};
