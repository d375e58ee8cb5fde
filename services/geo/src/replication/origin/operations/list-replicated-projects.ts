import { operation, type Call } from '@forgemesh/rpc';
import { ReplicationServiceDefinition } from '@forgemesh/proto/geo/v1/replication';
import { authenticateNode } from '../authenticate-node';
import type { OriginDeps } from '../deps';

const LIMIT = 500;

/** Lists the ids of all projects. */
export const listReplicatedProjects = operation(
  ReplicationServiceDefinition.listReplicatedProjects,
  async ({ node_token: token, after_id }, { deps, context }: Call<OriginDeps>) => {
    await authenticateNode(deps, token, context.address);
    const { ids } = await deps.clients.catalogue.listProjectIds({ after_id, limit: LIMIT });
    return { project_ids: ids };
  },
);
