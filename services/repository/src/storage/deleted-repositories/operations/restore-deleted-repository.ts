import { operation, type Call } from '@forgemesh/rpc';
import { BadRequestError, ConflictError, NotFoundError } from '@forgemesh/errors';
import { DeletedRepositoryServiceDefinition } from '@forgemesh/proto/repository/v1/deleted_repository';
import { isSetAside } from '../deleted-folders';
import { finishRestore, releaseClaim, requireNoRepository } from '../finish-restore';
import type { DeletedRepositoriesDeps } from '../deps';

/** Restores the repository of a deleted project into a project without a repository. */
export const restoreDeletedRepository = operation(
  DeletedRepositoryServiceDefinition.restoreDeletedRepository,
  async ({ id }, call: Call<DeletedRepositoriesDeps>) => {
    const { deps, user } = call;
    const { storages, replicaQueue, activity, deletedRepositories } = deps;
    const target = call.resource('project_id');
    const { repo, storage } = storages.locate(target.id, target.storage);
    const found = await deletedRepositories.find(id);
    if (!found || found.removing_at) throw new NotFoundError('Deleted Repository');
    if (found.storage !== storage)
      throw new BadRequestError(`The repository is on the storage ${found.storage}, the project on ${storage}`);
    return replicaQueue.run(repo, async () => {
      activity.assertWritable(repo);
      const isRepeated = found.restoring_to === target.id;
      if (!isRepeated) {
        // Backups contain entries without their repositories.
        if (!(await isSetAside(deps, found))) throw new NotFoundError('Deleted Repository');
        await requireNoRepository(deps, target.id, storage);
      }
      const entry = await deletedRepositories.mutate(id, ({ removing_at, restoring_to }) => {
        if (removing_at) throw new NotFoundError('Deleted Repository');
        if (restoring_to !== undefined && restoring_to !== target.id)
          throw new ConflictError('The repository is being restored into another project');
        return { set: { restoring_to: target.id, restoring_at: new Date(), restored_by_id: user?.id ?? null } };
      });
      if (!entry) throw new NotFoundError('Deleted Repository');
      const branch = await finishRestore(deps, entry, target.id).catch(async (error: unknown) => {
        if (error instanceof ConflictError) await releaseClaim(deps, id);
        throw error;
      });
      return { project_id: target.id, default_branch: branch ?? undefined };
    });
  },
);
