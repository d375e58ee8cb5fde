import { AdminStorageServiceDefinition } from '@forgemesh/proto/projects/v1/admin_storage';
import { operation, type Call } from '@forgemesh/rpc';
import { storageSumsOf } from '../storage-sums';
import type { AdminStoragesDeps } from '../deps';

/** Lists the storages with the sizes of the projects on them. */
export const listAdminStorages = operation(
  AdminStorageServiceDefinition.listAdminStorages,
  async (_request, { deps }: Call<AdminStoragesDeps>) => {
    const [{ storages: configured }, sums] = await Promise.all([
      deps.clients.settings.listStorages({}),
      storageSumsOf(deps),
    ]);
    const { repository_storages: forNew } = deps.settings.current();
    const names = [...new Set([...configured, ...sums.keys()])].sort();
    return {
      storages: names.map((name) => {
        const { projects_count = 0, repository_size = 0, wiki_size = 0, lfs_objects_size = 0 } = sums.get(name) ?? {};
        return {
          name,
          configured: configured.includes(name),
          for_new_projects: forNew.includes(name),
          projects_count,
          storage_size: repository_size + wiki_size + lfs_objects_size,
          repository_size,
          wiki_size,
          lfs_objects_size,
        };
      }),
    };
  },
);
