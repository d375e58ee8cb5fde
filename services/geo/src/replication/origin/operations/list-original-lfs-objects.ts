import { operation, type Call } from '@forgemesh/rpc';
import { ReplicationServiceDefinition } from '@forgemesh/proto/geo/v1/replication';
import { authenticateNode } from '../authenticate-node';
import { findOriginalProject } from '../find-original-project';
import type { OriginDeps } from '../deps';

const LIMIT = 500;

/** Lists the large files of a project. */
export const listOriginalLfsObjects = operation(
  ReplicationServiceDefinition.listOriginalLfsObjects,
  async ({ node_token: token, project_id, after = '' }, { deps, context }: Call<OriginDeps>) => {
    await authenticateNode(deps, token, context.address);
    if (!(await findOriginalProject(deps, project_id))) return { found: false, objects: [], is_last: true };
    const { objects } = await deps.clients.lfsObjects.listLfsObjects({ project_id, after, limit: LIMIT });
    return { found: true, objects, is_last: objects.length < LIMIT };
  },
);
