import { ForbiddenError, NotFoundError } from '@forgemesh/errors';
import { operation, type Call } from '@forgemesh/rpc';
import { LfsLockServiceDefinition } from '@forgemesh/proto/repository/v1/lfs_lock';
import { presentLock } from '../locks/lock.entity';
import type { LfsLockDocument } from '../locks/lfs-lock.model';
import { unlockRefusal } from '../locks/unlock-refusal';
import { lockedProject } from './locked-project';
import type { LfsDeps } from '../deps';

/** Releases a lock: its owner, or with `force` a maintainer. */
export const deleteLfsLock = operation(
  LfsLockServiceDefinition.deleteLfsLock,
  async ({ lock_id, force = false }, call: Call<LfsDeps>) => {
    const { deps, principal } = call;
    const project_id = lockedProject(call);
    const lock = await deps.lfsLocks.findOne({ _id: lock_id, project_id }).lean<LfsLockDocument>();
    if (!lock) throw new NotFoundError();
    const { owner } = await presentLock(deps, lock);
    const unlockRequest = { user_id: principal.id, level: call.resource().level, force };
    const refusal = unlockRefusal(lock, owner.name, unlockRequest);
    if (refusal !== null) throw new ForbiddenError(refusal);
    await deps.lfsLocks.deleteOne({ _id: lock._id });
    return {};
  },
);
