import { operation, type Call } from '@forgemesh/rpc';
import { ReplicationServiceDefinition } from '@forgemesh/proto/geo/v1/replication';
import { authenticateNode } from '../authenticate-node';
import type { OriginDeps } from '../deps';

/** Returns the protections and releases of a project. */
export const getOriginalMetadata = operation(
  ReplicationServiceDefinition.getOriginalMetadata,
  async ({ node_token: token, project_id }, { deps, context }: Call<OriginDeps>) => {
    await authenticateNode(deps, token, context.address);
    return deps.clients.replicas.getRepositoryMetadata({ project_id });
  },
);
