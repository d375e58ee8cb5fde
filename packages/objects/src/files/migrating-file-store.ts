/**
 * Files that move from one store to another: they are written to the new one, and read from the new
 * one first, then from the old one.
 */
import type { FileStore } from '@forgemesh/data';
import { mergeOrdered } from '../merge-ordered';

/** Creates the store. */
export function createMigratingFileStore(to: FileStore, from: FileStore): FileStore {
  /** A file that is in neither store may have been moved between the two reads. */
  const inEither = async <T>(read: (store: FileStore) => Promise<T | null>): Promise<T | null> =>
    (await read(to)) ?? (await read(from)) ?? (await read(to));
  return {
    async write(id, content, metadata) {
      const size = await to.write(id, content, metadata);
      await from.remove(id);
      return size;
    },
    async repair(id, content) {
      const size = await to.repair(id, content);
      await from.remove(id);
      return size;
    },
    open: (id, range) => inEither((store) => store.open(id, range)),
    stat: (id) => inEither((store) => store.stat(id)),
    list: (prefix) => mergeOrdered(to.list(prefix), from.list(prefix), ({ id }) => id),
    checksum: (id) => inEither((store) => store.checksum(id)),
    async remove(id) {
      // In this order: a copy that begins meanwhile finds no source, or is removed, too.
      await from.remove(id);
      await to.remove(id);
    },
    async sweep(before, findReferenced) {
      await to.sweep(before, findReferenced);
      await from.sweep(before, findReferenced);
    },
    async sweepIncomplete(before) {
      await to.sweepIncomplete(before);
      await from.sweepIncomplete(before);
    },
  };
}
