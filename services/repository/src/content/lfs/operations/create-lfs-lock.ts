import { BadRequestError, ConflictError } from '@forgemesh/errors';
import { operation, type Call } from '@forgemesh/rpc';
import { LfsLockServiceDefinition } from '@forgemesh/proto/repository/v1/lfs_lock';
import { addLock, isFilePath, MAX_LOCKS } from '../locks/add-lock';
import { presentApiLock, presentLock } from '../locks/lock.entity';
import { lockedProject } from './locked-project';
import type { LfsDeps } from '../deps';

/** Locks a file for the caller. */
export const createLfsLock = operation(
  LfsLockServiceDefinition.createLfsLock,
  async ({ path }, call: Call<LfsDeps>) => {
    const { deps, principal } = call;
    const project_id = lockedProject(call);
    if (!isFilePath(path)) throw new BadRequestError('The path is not that of a file in the repository');
    const added = await addLock(deps, { project_id, path, user_id: principal.id });
    if (added.outcome === 'too_many') throw new BadRequestError(`A project has at most ${MAX_LOCKS} locks`);
    // A retry finds the lock of its first attempt.
    if (added.outcome === 'locked_already' && added.lock.user_id !== principal.id) {
      const { owner } = await presentLock(deps, added.lock);
      throw new ConflictError(`${path} is locked by ${owner.name}`);
    }
    return presentApiLock(deps, added.lock);
  },
);
