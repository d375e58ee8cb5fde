/**
 * A store whose objects move from one engine to another: it writes to the new one, and reads from
 * the new one first, then from the old one.
 */
import { mergeOrdered } from '../merge-ordered';
import { digestOf, type ObjectStore } from '../object-store';

/** Creates the store. */
export function createMigratingStore(to: ObjectStore, from: ObjectStore): ObjectStore {
  /** An object that is in neither engine may have been moved between the two reads. */
  const inEither = async <T>(read: (store: ObjectStore) => Promise<T | null>): Promise<T | null> =>
    (await read(to)) ?? (await read(from)) ?? (await read(to));
  return {
    put: (key, content, expected) => to.put(key, content, expected),
    get: (key, range) => inEither((store) => store.get(key, range)),
    stat: (key) => inEither((store) => store.stat(key)),
    async copy(source, target) {
      if (await to.copy(source, target)) return true;
      const opened = await from.get(source);
      // It may have been moved meanwhile.
      if (!opened) return to.copy(source, target);
      await to.put(target, opened.content, { sha256: digestOf(source), size: opened.size });
      return true;
    },
    async delete(key) {
      // In this order: a copy that begins meanwhile finds no source, or is deleted, too.
      await from.delete(key);
      await to.delete(key);
    },
    list: (prefix) => mergeOrdered(to.list(prefix), from.list(prefix), ({ key }) => key),
    async removeIncomplete(before) {
      await to.removeIncomplete(before);
      await from.removeIncomplete(before);
    },
    signedAddress: async (key, seconds) => ((await to.stat(key)) ? to.signedAddress(key, seconds) : null),
    direct: to.direct,
  };
}
