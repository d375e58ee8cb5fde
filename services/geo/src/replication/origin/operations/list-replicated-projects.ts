import { operation, type Call } from '@forgemesh/rpc';
import { ReplicationServiceDefinition } from '@forgemesh/proto/geo/v1/replication';
import { selectedNamespaces } from '#nodes';
import { authenticateNode } from '../authenticate-node';
import type { OriginDeps } from '../deps';

const LIMIT = 500;

/** Lists the ids of all projects; those outside of the node's selection are apart. */
export const listReplicatedProjects = operation(
  ReplicationServiceDefinition.listReplicatedProjects,
  async ({ node_token: token, after_id }, { deps, context }: Call<OriginDeps>) => {
    const node = await authenticateNode(deps, token, context.address);
    const { ids, excluded_ids } = await deps.clients.catalogue.listProjectIds({
      after_id,
      limit: LIMIT,
      namespace_ids: selectedNamespaces(node) ?? [],
      ids: [],
    });
    const excluded = new Set(excluded_ids);
    return { project_ids: ids.filter((id) => !excluded.has(id)), excluded_project_ids: excluded_ids };
  },
);
