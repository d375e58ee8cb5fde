/** The replicas of large files of this node, one for each project, for the sync scheduler. */
import { addLfsReplicas, type RegistryDocument, selectedFilter } from '#replication/registry';
import { type DueReplica, type LfsReplica, type ReplicaStore, syncLfsObjects } from '#replication/sync';

export const lfsReplicaStore: ReplicaStore<DueReplica & LfsReplica> = {
  async findDue({ registry }, limit) {
    await addLfsReplicas({ registry });
    const due = await registry
      .find({ 'lfs.due_at': { $lte: new Date() }, ...selectedFilter }, undefined, { limit })
      .lean<RegistryDocument[]>();
    return due.flatMap(({ _id: id, lfs: before }) =>
      before ? [{ key: `lfs/${id}`, dueAt: before.due_at, id, before }] : [],
    );
  },
  async postpone({ registry }, { id }, from, until) {
    const { matchedCount } = await registry.updateOne(
      { _id: id, 'lfs.due_at': from },
      { $set: { 'lfs.due_at': until } },
    );
    return matchedCount > 0;
  },
  async makeDue({ registry }, { id }, at) {
    await registry.updateOne({ _id: id }, { $min: { 'lfs.due_at': at } });
  },
  sync: syncLfsObjects,
};
