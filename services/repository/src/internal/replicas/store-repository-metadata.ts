import { ReplicaServiceDefinition } from '@forgemesh/proto/repository/v1/replica';
import { internalOperation } from '../../operation';
import { storeFacts, type Facts } from '../../storage/replicas/facts';

/** Makes the protections and releases of a copy those of its original. */
export const storeRepositoryMetadata = internalOperation(
  ReplicaServiceDefinition.storeRepositoryMetadata,
  async ({ project_id, facts }, { deps }) => {
    await storeFacts(deps, project_id, JSON.parse(facts) as Facts);
    return {};
  },
);
