import { internalOperation, type Call } from '@forgemesh/rpc';
import { ReplicaServiceDefinition } from '@forgemesh/proto/repository/v1/replica';
import { type ReplicatedMetadata, storeMetadata } from '#storage/replicas';
import type { InternalReplicasDeps } from './deps';

/** Replaces the protections and releases of a replica with those of the original. */
export const storeRepositoryMetadata = internalOperation(
  ReplicaServiceDefinition.storeRepositoryMetadata,
  async ({ project_id, facts }, { deps }: Call<InternalReplicasDeps>) => {
    await storeMetadata(deps, project_id, JSON.parse(facts) as ReplicatedMetadata);
    return {};
  },
);
