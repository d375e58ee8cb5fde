/** The parts of a migration of objects from one engine to another. */
import { digestOf, type ObjectStore, type StoredObject } from '../object-store';
import { ContentMismatchError } from '../verify-content';
import { GRACE_MS, type MigrationPart, type MigrationStep } from './migration';
import type { MigrationMode } from './migration.model';

/** The digits that a part of the objects of a kind begins with. */
const DIGITS = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'));

/** The engines of a migration. */
export interface MigratedStores {
  to: ObjectStore;
  from: ObjectStore;
  /**
   * Marks an object that was deleted while it was copied, so that its copy is removed unless it is
   * in use again. Until it has returned, the object counts as not copied.
   */
  recheck(object: StoredObject): Promise<void>;
}

/** Returns the parts: 256 of each kind. */
export function objectParts(stores: MigratedStores, kinds: Iterable<string>, mode: MigrationMode): MigrationPart[] {
  const parts = [...kinds].flatMap((kind) => DIGITS.map((digits) => `${kind}/${digits}/`));
  return parts.map((prefix): MigrationPart<StoredObject> => ({
    id: prefix,
    list: () => stores.from.list(prefix),
    migrate: (object) => migrateObject(stores, object, mode),
  })) as MigrationPart[];
}

/** Copies an object, verified by its digest, or deletes it if its copy is old enough. */
async function migrateObject(
  stores: MigratedStores,
  object: StoredObject,
  mode: MigrationMode,
): Promise<MigrationStep> {
  const { to, from } = stores;
  const copy = await to.stat(object.key);
  if (!copy) return copyObject(stores, object);
  if (copy.size !== object.size) return 'damaged';
  if (mode === 'copy' || copy.stored_at.getTime() > Date.now() - GRACE_MS) return 'waiting';
  await from.delete(object.key);
  return 'deleted';
}

async function copyObject({ to, from, recheck }: MigratedStores, object: StoredObject): Promise<MigrationStep> {
  const { key, size } = object;
  const opened = await from.get(key);
  if (!opened) return 'gone';
  try {
    await to.put(key, opened.content, { sha256: digestOf(key), size });
  } catch (error) {
    if (error instanceof ContentMismatchError) return 'damaged';
    throw error;
  } finally {
    opened.content.destroy();
  }
  if (!(await from.stat(key))) await recheck(object);
  return 'copied';
}
