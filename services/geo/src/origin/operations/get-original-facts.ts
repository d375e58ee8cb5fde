import { ReplicationServiceService } from '@forgemesh/proto/geo/v1/replication';
import { operation } from '../../operation';
import { authenticateNode } from '../authenticate-node';

/** Tells the protections and releases of a project. */
export const getOriginalFacts = operation(
  ReplicationServiceService.getOriginalFacts,
  async ({ node_token: token, project_id }, { deps, context }) => {
    await authenticateNode(deps, token, context.address);
    return deps.clients.replicas.getRepositoryFacts({ project_id });
  },
);
