/** The copies of repositories, of projects or of their wikis. */
import type { CopyKind, RegistryDocument } from '../registry/registry.model';
import { bringCopy, type Copy } from './bring-copy';
import type { DueCopy, Shelf } from './copier';

/** Makes the shelf of one kind. */
export function repositoryShelf(kind: CopyKind): Shelf<DueCopy & Copy> {
  const dueAt = `${kind}.due_at`;
  return {
    async due({ registry }, limit) {
      const due = await registry
        .find({ [dueAt]: { $lte: new Date() } }, undefined, { limit })
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
    async hasten({ registry }, { id }, at) {
      await registry.updateOne({ _id: id }, { $min: { [dueAt]: at } });
    },
    bring: bringCopy,
  };
}
