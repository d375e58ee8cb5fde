import { operation, type Call } from '@forgemesh/rpc';
import { PackStoreServiceDefinition } from '@forgemesh/proto/repository/v1/pack_store';
import type { PackAuditDeps } from '../audit/deps';
import { presentPackStore } from '../audit/pack-store.entity';
import { countKept, type KeepRepositoriesDeps } from '../keep-repositories';

/** Gets the state of the packs in the object store, and of what is not in it. */
export const getPackStore = operation(
  PackStoreServiceDefinition.getPackStore,
  async (_request, { deps }: Call<PackAuditDeps & KeepRepositoriesDeps>) =>
    presentPackStore(deps, await countKept(deps)),
);
