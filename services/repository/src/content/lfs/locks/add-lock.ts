import { isDuplicateKey } from '@forgemesh/data';
import type { LfsDeps } from '../deps';
import type { LfsLockDocument } from './lfs-lock.model';

/** Maximum number of locks of a project: each push is compared with all of them. */
export const MAX_LOCKS = 10_000;
const MAX_PATH_BYTES = 1_024;
const controlCharacter = /[\u0000-\u001f\u007f]/;

/** Result of an attempt to lock a file. */
export type AddedLock = { outcome: 'added' | 'locked_already'; lock: LfsLockDocument } | { outcome: 'too_many' };

/** The file to lock, and the owner of the lock. */
export type NewLock = Pick<LfsLockDocument, 'project_id' | 'path' | 'user_id'>;

/** Locks a file, unless it is locked. */
export async function addLock(
  { lfsLocks, sequences }: Pick<LfsDeps, 'lfsLocks' | 'sequences'>,
  { project_id, path, user_id }: NewLock,
): Promise<AddedLock> {
  if ((await lfsLocks.countDocuments({ project_id }).limit(MAX_LOCKS)) >= MAX_LOCKS) return { outcome: 'too_many' };
  const lock = { _id: await sequences.next('lfs_locks'), project_id, path, user_id, locked_at: new Date() };
  for (;;) {
    try {
      await lfsLocks.create([lock]);
      return { outcome: 'added', lock };
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const existing = await lfsLocks.findOne({ project_id, path }).lean<LfsLockDocument>();
    // It may have been released in the meantime.
    if (existing) return { outcome: 'locked_already', lock: existing };
  }
}

/** Whether a value is the path of a file in a repository. */
export function isFilePath(path: unknown): path is string {
  if (typeof path !== 'string' || path === '' || Buffer.byteLength(path) > MAX_PATH_BYTES) return false;
  return !controlCharacter.test(path) && path.split('/').every((name) => !['', '.', '..'].includes(name));
}
