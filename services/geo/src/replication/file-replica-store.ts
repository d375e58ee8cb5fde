/** The file replicas of this node, for the sync scheduler. */
import type { FileDocument } from '#replication/files';
import { dueFilter } from '#replication/registry';
import { type DueReplica, type ReplicaStore, syncFile } from '#replication/sync';

export const fileReplicaStore: ReplicaStore<DueReplica & { before: FileDocument }> = {
  async findDue({ files }, limit) {
    const due = await files.find(dueFilter(''), undefined, { limit }).lean<FileDocument[]>();
    return due.map((before) => ({ key: before._id, dueAt: before.due_at, before }));
  },
  async lease({ files }, { key, dueAt }, until, held) {
    const isFree = { ...dueFilter(''), due_at: dueAt };
    const filter = held ? { leased_until: held } : isFree;
    return (await files.updateOne({ _id: key, ...filter }, { $set: { leased_until: until } })).matchedCount > 0;
  },
  async release({ files }, { key, dueAt }, at) {
    const unchanged = await files.updateOne({ _id: key, due_at: dueAt }, { $set: { due_at: at, leased_until: null } });
    if (unchanged.matchedCount === 0) await files.updateOne({ _id: key }, { $set: { leased_until: null } });
  },
  sync: (deps, { before }) => syncFile(deps, before),
};
