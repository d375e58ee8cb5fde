import { operation, type Call } from '@forgemesh/rpc';
import { listPage } from '@forgemesh/data';
import { DeletedRepositoryServiceDefinition } from '@forgemesh/proto/repository/v1/deleted_repository';
import { presentDeletedRepository, retentionDays } from '../deleted-repository.entity';
import type { DeletedRepositoriesDeps } from '../deps';

/** Lists the repositories of deleted projects, most recently deleted first. */
export const listDeletedRepositories = operation(
  DeletedRepositoryServiceDefinition.listDeletedRepositories,
  async (request, call: Call<DeletedRepositoriesDeps>) => {
    const { deletedRepositories } = call.deps;
    const entries = await listPage(call, {
      model: deletedRepositories.model,
      filter: { removing_at: { $exists: false } },
      sort: { deleted_at: -1, _id: -1 },
      request,
    });
    const days = retentionDays(call.deps);
    return { deleted_repositories: entries.map((entry) => presentDeletedRepository(entry, days)) };
  },
);
