import { ReplicationServiceDefinition } from '@forgemesh/proto/geo/v1/replication';
import { operation } from '#operation';
import { authenticateNode } from '../authenticate-node';

/** Returns the protections and releases of a project. */
export const getOriginalMetadata = operation(
  ReplicationServiceDefinition.getOriginalMetadata,
  async ({ node_token: token, project_id }, { deps, context }) => {
    await authenticateNode(deps, token, context.address);
    return deps.clients.replicas.getRepositoryMetadata({ project_id });
  },
);
