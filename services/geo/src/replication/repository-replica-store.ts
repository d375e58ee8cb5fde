/** The replicas of project or wiki repositories of this node, for the sync scheduler. */
import type { RepositoryKind } from '#replication/registry';
import { type DueReplica, type ReplicaStore, type RepositoryReplica, syncRepository } from '#replication/sync';
import { findDueProjects, registryLeases } from './registry-leases';

/** Creates the store of the replicas of one kind. */
export function createRepositoryReplicaStore(kind: RepositoryKind): ReplicaStore<DueReplica & RepositoryReplica> {
  return {
    ...registryLeases(kind),
    async findDue(deps, limit) {
      const due = await findDueProjects(deps, kind, limit);
      return due.map(({ _id: id, [kind]: before }) => ({
        key: `${kind}/${id}`,
        dueAt: before.due_at,
        id,
        kind,
        before,
      }));
    },
    sync: syncRepository,
  };
}
