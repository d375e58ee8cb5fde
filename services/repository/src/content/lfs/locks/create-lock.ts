import { assertMayPush } from '../protocol/assert-may-push';
import { json, type LfsCall, type LfsResponse } from '../protocol/lfs-call';
import { LfsError } from '../protocol/lfs-error';
import { readJson } from '../protocol/read-json';
import { addLock, isFilePath, MAX_LOCKS } from './add-lock';
import { presentLock } from './lock.entity';

/** Locks a file for the caller. */
export async function createLock(call: LfsCall): Promise<LfsResponse> {
  const { deps, project_id, context } = call;
  await assertMayPush(call);
  if (!context.user) throw new LfsError(403, 'Only users can lock files.');
  const { path } = await readJson(call);
  if (!isFilePath(path)) throw new LfsError(422, 'The path is not that of a file in the repository.');
  const added = await addLock(deps, { project_id, path, user_id: context.user.id });
  if (added.outcome === 'too_many') throw new LfsError(422, `A project has at most ${MAX_LOCKS} locks.`);
  const lock = await presentLock(deps, added.lock);
  if (added.outcome === 'locked_already') throw new LfsError(409, 'already locked', { lock });
  return json(201, { lock });
}
