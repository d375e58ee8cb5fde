import { operation, type Call } from '@forgemesh/rpc';
import { PackStoreServiceDefinition } from '@forgemesh/proto/repository/v1/pack_store';
import type { PackAuditDeps } from '../audit/deps';
import { presentPackStore } from '../audit/pack-store.entity';

/** Gets the state of the packs in the object store. */
export const getPackStore = operation(
  PackStoreServiceDefinition.getPackStore,
  async (_request, { deps }: Call<PackAuditDeps>) => presentPackStore(deps),
);
