import { operation, type Call } from '@forgemesh/rpc';
import { ConflictError, NotFoundError } from '@forgemesh/errors';
import { DeletedRepositoryServiceDefinition } from '@forgemesh/proto/repository/v1/deleted_repository';
import type { DeletedRepositoriesDeps } from '../deps';

/** A restore is completed or retried within this time. */
const MAX_RESTORE_MS = 10 * 60_000;

/**
 * Removes the repository of a deleted project. The process that serves its storage deletes the
 * files.
 */
export const removeDeletedRepository = operation(
  DeletedRepositoryServiceDefinition.removeDeletedRepository,
  async ({ id }, { deps, user }: Call<DeletedRepositoriesDeps>) => {
    const entry = await deps.deletedRepositories.mutate(id, ({ removing_at, restoring_at }) => {
      if (removing_at) throw new NotFoundError('Deleted Repository');
      if (restoring_at && restoring_at.getTime() > Date.now() - MAX_RESTORE_MS)
        throw new ConflictError('The repository is being restored');
      const actor = user?.id ?? null;
      return {
        set: { removing_at: new Date() },
        events: [{ type: 'repository.deleted_repository.removal_started', actor }],
      };
    });
    if (!entry) throw new NotFoundError('Deleted Repository');
    return {};
  },
);
