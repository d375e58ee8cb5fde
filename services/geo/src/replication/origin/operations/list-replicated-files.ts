import { operation, type Call } from '@forgemesh/rpc';
import { ReplicationServiceDefinition } from '@forgemesh/proto/geo/v1/replication';
import { originOf } from '#replication/files';
import { authenticateNode } from '../authenticate-node';
import type { OriginDeps } from '../deps';

const LIMIT = 500;

/** Lists the ids of the files of one kind. */
export const listReplicatedFiles = operation(
  ReplicationServiceDefinition.listReplicatedFiles,
  async ({ node_token: token, kind, after_id }, { deps, context }: Call<OriginDeps>) => {
    await authenticateNode(deps, token, context.address);
    const { ids } = await originOf(deps.clients, kind).listFileIds({ kind, after_id, limit: LIMIT });
    return { file_ids: ids };
  },
);
