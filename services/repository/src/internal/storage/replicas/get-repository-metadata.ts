import { internalOperation, type Call } from '@forgemesh/rpc';
import { ReplicaServiceDefinition } from '@forgemesh/proto/repository/v1/replica';
import { readMetadata } from '#storage/replicas';
import type { InternalReplicasDeps } from './deps';

/** Gets the protections and releases of a project. */
export const getRepositoryMetadata = internalOperation(
  ReplicaServiceDefinition.getRepositoryMetadata,
  async ({ project_id }, { deps }: Call<InternalReplicasDeps>) => ({
    facts: JSON.stringify(await readMetadata(deps, project_id)),
  }),
);
