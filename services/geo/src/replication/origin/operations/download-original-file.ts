import { downloadOperation, type Call, contentOf } from '@forgemesh/rpc';
import { ReplicationServiceDefinition } from '@forgemesh/proto/geo/v1/replication';
import { originOf } from '#replication/files';
import { authenticateNode } from '../authenticate-node';
import type { OriginDeps } from '../deps';

/** Downloads the content of a file. */
export const downloadOriginalFile = downloadOperation(
  ReplicationServiceDefinition.downloadOriginalFile,
  async ({ node_token: token, kind, id, content }, { deps, context }: Call<OriginDeps>) => {
    await authenticateNode(deps, token, context.address);
    const parts = originOf(deps.clients, kind).downloadFile({ kind, id, content });
    return { headers: { 'Content-Type': 'application/octet-stream' }, content: contentOf(parts) };
  },
);
