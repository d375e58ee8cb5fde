import { isDuplicateKey } from '@forgemesh/data';
import { assertMayPush } from '../protocol/assert-may-push';
import { json, type LfsCall, type LfsResponse } from '../protocol/lfs-call';
import { LfsError } from '../protocol/lfs-error';
import { readJson } from '../protocol/read-json';
import type { LfsLockDocument } from './lfs-lock.model';
import { presentLock } from './lock.entity';

const MAX_PATH_BYTES = 1_024;
/** Maximum number of locks of a project: each push is compared with all of them. */
const MAX_LOCKS = 10_000;
const controlCharacter = /[\u0000-\u001f\u007f]/;

/** Locks a file for the caller. */
export async function createLock(call: LfsCall): Promise<LfsResponse> {
  const { deps, project_id, context } = call;
  await assertMayPush(call);
  if (!context.user) throw new LfsError(403, 'Only users can lock files.');
  const { path } = await readJson(call);
  if (!isFilePath(path)) throw new LfsError(422, 'The path is not that of a file in the repository.');
  if ((await deps.lfsLocks.countDocuments({ project_id }).limit(MAX_LOCKS)) >= MAX_LOCKS)
    throw new LfsError(422, `A project has at most ${MAX_LOCKS} locks.`);
  const lock: LfsLockDocument = {
    _id: await deps.sequences.next('lfs_locks'),
    project_id,
    path,
    user_id: context.user.id,
    locked_at: new Date(),
  };
  try {
    await deps.lfsLocks.create([lock]);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const existing = await deps.lfsLocks.findOne({ project_id, path }).lean<LfsLockDocument>();
    const details = existing ? { lock: await presentLock(deps, existing) } : {};
    throw new LfsError(409, 'already locked', details);
  }
  return json(201, { lock: await presentLock(deps, lock) });
}

function isFilePath(path: unknown): path is string {
  if (typeof path !== 'string' || path === '' || Buffer.byteLength(path) > MAX_PATH_BYTES) return false;
  return !controlCharacter.test(path) && path.split('/').every((name) => !['', '.', '..'].includes(name));
}
