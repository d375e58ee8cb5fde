import { ReplicaServiceDefinition } from '@forgemesh/proto/repository/v1/replica';
import { internalOperation } from '../../operation';
import { readFacts } from '../../storage/replicas/facts';

/** Gets the protections and releases of a project. */
export const getRepositoryMetadata = internalOperation(
  ReplicaServiceDefinition.getRepositoryMetadata,
  async ({ project_id }, { deps }) => ({ facts: JSON.stringify(await readFacts(deps, project_id)) }),
);
