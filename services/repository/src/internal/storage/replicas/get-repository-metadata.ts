import { ReplicaServiceDefinition } from '@forgemesh/proto/repository/v1/replica';
import { internalOperation } from '#operation';
import { readMetadata } from '#storage/replicas/replicated-metadata';

/** Gets the protections and releases of a project. */
export const getRepositoryMetadata = internalOperation(
  ReplicaServiceDefinition.getRepositoryMetadata,
  async ({ project_id }, { deps }) => ({ facts: JSON.stringify(await readMetadata(deps, project_id)) }),
);
