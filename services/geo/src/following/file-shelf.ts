/** The copies of files. */
import type { FileDocument } from '../files/file.model';
import { bringFile } from './bring-file';
import type { DueCopy, Shelf } from './copier';

/** All of them. */
export const fileShelf: Shelf<DueCopy & { before: FileDocument }> = {
  async due({ files }, limit) {
    const due = await files.find({ due_at: { $lte: new Date() } }, undefined, { limit }).lean<FileDocument[]>();
    return due.map((before) => ({ key: before._id, dueAt: before.due_at, before }));
  },
  async postpone({ files }, { key }, from, until) {
    const { matchedCount } = await files.updateOne({ _id: key, due_at: from }, { $set: { due_at: until } });
    return matchedCount > 0;
  },
  async hasten({ files }, { key }, at) {
    await files.updateOne({ _id: key }, { $min: { due_at: at } });
  },
  bring: (deps, { before }) => bringFile(deps, before),
};
