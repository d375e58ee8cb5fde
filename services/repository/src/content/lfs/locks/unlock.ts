import { MAINTAINER } from '@forgemesh/access';
import { assertMayPush } from '../protocol/assert-may-push';
import { json, type LfsCall, type LfsResponse } from '../protocol/lfs-call';
import { LfsError } from '../protocol/lfs-error';
import { readJson } from '../protocol/read-json';
import type { LfsLockDocument } from './lfs-lock.model';
import { presentLock } from './lock.entity';

/** Removes a lock: its owner, or with `force` a maintainer. */
export async function unlock(call: LfsCall): Promise<LfsResponse> {
  const { deps, project_id, context, params } = call;
  await assertMayPush(call);
  const { force = false } = await readJson(call);
  const lock = await deps.lfsLocks.findOne({ _id: Number(params[0]), project_id }).lean<LfsLockDocument>();
  if (!lock) throw new LfsError(404, 'The lock does not exist.');
  const presented = await presentLock(deps, lock);
  const isOwner = context.user !== null && lock.user_id === context.user.id;
  const isMaintainer = (context.access['id']?.level ?? 0) >= MAINTAINER;
  if (!isOwner && force !== true) throw new LfsError(403, `${lock.path} is locked by ${presented.owner.name}`);
  if (!isOwner && !isMaintainer) throw new LfsError(403, 'You must have maintainer access to force delete a lock');
  await deps.lfsLocks.deleteOne({ _id: lock._id });
  return json(200, { lock: presented });
}
