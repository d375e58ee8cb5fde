import { ReplicationServiceDefinition } from '@forgemesh/proto/geo/v1/replication';
import { operation } from '#operation';
import { authenticateNode } from '../authenticate-node';

const LIMIT = 500;

/** Lists the ids of all projects. */
export const listReplicatedProjects = operation(
  ReplicationServiceDefinition.listReplicatedProjects,
  async ({ node_token: token, after_id }, { deps, context }) => {
    await authenticateNode(deps, token, context.address);
    const { ids } = await deps.clients.catalogue.listProjectIds({ after_id, limit: LIMIT });
    return { project_ids: ids };
  },
);
