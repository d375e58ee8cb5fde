import { downloadOperation, type Call, openContent } from '@forgemesh/rpc';
import { ReplicationServiceDefinition } from '@forgemesh/proto/geo/v1/replication';
import { authenticateNode } from '../authenticate-node';
import type { OriginDeps } from '../deps';

/** Downloads a pack of repositories. */
export const downloadOriginalPack = downloadOperation(
  ReplicationServiceDefinition.downloadOriginalPack,
  async ({ node_token: token, sha256 }, { deps, context }: Call<OriginDeps>) => {
    await authenticateNode(deps, token, context.address);
    const parts = deps.clients.replicas.downloadPack({ sha256 });
    return { headers: { 'Content-Type': 'application/octet-stream' }, content: await openContent(parts) };
  },
);
