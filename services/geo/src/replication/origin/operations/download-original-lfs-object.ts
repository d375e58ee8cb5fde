import { downloadOperation, type Call, openContent } from '@forgemesh/rpc';
import { ReplicationServiceDefinition } from '@forgemesh/proto/geo/v1/replication';
import { authenticateNode } from '../authenticate-node';
import type { OriginDeps } from '../deps';

/** Downloads a large file of a project. */
export const downloadOriginalLfsObject = downloadOperation(
  ReplicationServiceDefinition.downloadOriginalLfsObject,
  async ({ node_token: token, project_id, oid }, { deps, context }: Call<OriginDeps>) => {
    await authenticateNode(deps, token, context.address);
    const parts = deps.clients.lfsObjects.downloadLfsObject({ project_id, oid });
    return { headers: { 'Content-Type': 'application/octet-stream' }, content: await openContent(parts) };
  },
);
