/** The replicas of project or wiki repositories of this node, for the sync scheduler. */
import { type RegistryDocument, type RepositoryKind, selectedFilter } from '#replication/registry';
import { type DueReplica, type ReplicaStore, type RepositoryReplica, syncRepository } from '#replication/sync';

/** Creates the store of the replicas of one kind. */
export function createRepositoryReplicaStore(kind: RepositoryKind): ReplicaStore<DueReplica & RepositoryReplica> {
  const dueAt = `${kind}.due_at`;
  return {
    async findDue({ registry }, limit) {
      const due = await registry
        .find({ [dueAt]: { $lte: new Date() }, ...selectedFilter }, undefined, { limit })
        .lean<RegistryDocument[]>();
      return due.map(({ _id: id, [kind]: before }) => ({
        key: `${kind}/${id}`,
        dueAt: before.due_at,
        id,
        kind,
        before,
      }));
    },
    async postpone({ registry }, { id }, from, until) {
      const { matchedCount } = await registry.updateOne({ _id: id, [dueAt]: from }, { $set: { [dueAt]: until } });
      return matchedCount > 0;
    },
    async makeDue({ registry }, { id }, at) {
      await registry.updateOne({ _id: id }, { $min: { [dueAt]: at } });
    },
    sync: syncRepository,
  };
}
