/** Leases of the replicas of projects, of one kind, for the sync scheduler. */
import { dueFilter, type RegistryDocument, type ReplicaKind, selectedFilter } from '#replication/registry';
import type { DueReplica, ReplicaStore } from '#replication/sync';
import type { ReplicationDeps } from './deps';

/** A replica of a project that is due. */
type DueProjectReplica = DueReplica & { id: number };

/** Finds the projects whose replicas of a kind are due and that no process syncs. */
export function findDueProjects(
  { registry }: Pick<ReplicationDeps, 'registry'>,
  kind: ReplicaKind,
  limit: number,
): Promise<RegistryDocument[]> {
  return registry
    .find({ ...dueFilter(`${kind}.`), ...selectedFilter }, undefined, { limit })
    .lean<RegistryDocument[]>()
    .exec();
}

/** The leases of the replicas of a kind. */
export function registryLeases(kind: ReplicaKind): Pick<ReplicaStore<DueProjectReplica>, 'lease' | 'release'> {
  const dueAt = `${kind}.due_at`;
  const leasedUntil = `${kind}.leased_until`;
  return {
    async lease({ registry }, { id, dueAt: due }, until, held) {
      const isFree = { ...dueFilter(`${kind}.`), [dueAt]: due };
      const filter = held ? { [leasedUntil]: held } : isFree;
      const { matchedCount } = await registry.updateOne({ _id: id, ...filter }, { $set: { [leasedUntil]: until } });
      return matchedCount > 0;
    },
    async release({ registry }, { id, dueAt: due }, at) {
      const ended = { [leasedUntil]: null };
      const unchanged = await registry.updateOne({ _id: id, [dueAt]: due }, { $set: { ...ended, [dueAt]: at } });
      if (unchanged.matchedCount === 0) await registry.updateOne({ _id: id }, { $set: ended });
    },
  };
}
