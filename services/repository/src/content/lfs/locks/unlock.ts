import { assertMayPush } from '../protocol/assert-may-push';
import { json, type LfsCall, type LfsResponse } from '../protocol/lfs-call';
import { LfsError } from '../protocol/lfs-error';
import { readJson } from '../protocol/read-json';
import type { LfsLockDocument } from './lfs-lock.model';
import { presentLock } from './lock.entity';
import { unlockRefusal } from './unlock-refusal';

/** Removes a lock: its owner, or with `force` a maintainer. */
export async function unlock(call: LfsCall): Promise<LfsResponse> {
  const { deps, project_id, context, params } = call;
  await assertMayPush(call);
  const { force = false } = await readJson(call);
  const lock = await deps.lfsLocks.findOne({ _id: Number(params[0]), project_id }).lean<LfsLockDocument>();
  if (!lock) throw new LfsError(404, 'The lock does not exist.');
  const presented = await presentLock(deps, lock);
  const level = context.access['id']?.level ?? 0;
  const unlockRequest = { user_id: context.user?.id ?? null, level, force: force === true };
  const refusal = unlockRefusal(lock, presented.owner.name, unlockRequest);
  if (refusal !== null) throw new LfsError(403, refusal);
  await deps.lfsLocks.deleteOne({ _id: lock._id });
  return json(200, { lock: presented });
}
