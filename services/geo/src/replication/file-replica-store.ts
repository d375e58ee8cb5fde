/** The file replicas of this node, for the sync scheduler. */
import type { FileDocument } from '#replication/files';
import { type DueReplica, type ReplicaStore, syncFile } from '#replication/sync';

export const fileReplicaStore: ReplicaStore<DueReplica & { before: FileDocument }> = {
  async findDue({ files }, limit) {
    const due = await files.find({ due_at: { $lte: new Date() } }, undefined, { limit }).lean<FileDocument[]>();
    return due.map((before) => ({ key: before._id, dueAt: before.due_at, before }));
  },
  async postpone({ files }, { key }, from, until) {
    const { matchedCount } = await files.updateOne({ _id: key, due_at: from }, { $set: { due_at: until } });
    return matchedCount > 0;
  },
  async makeDue({ files }, { key }, at) {
    await files.updateOne({ _id: key }, { $min: { due_at: at } });
  },
  sync: (deps, { before }) => syncFile(deps, before),
};
