import { ReplicationServiceDefinition } from '@forgemesh/proto/geo/v1/replication';
import { originOf } from '#replication/files/file-kinds';
import { operation } from '#operation';
import { authenticateNode } from '../authenticate-node';

const LIMIT = 500;

/** Lists the ids of the files of one kind. */
export const listReplicatedFiles = operation(
  ReplicationServiceDefinition.listReplicatedFiles,
  async ({ node_token: token, kind, after_id }, { deps, context }) => {
    await authenticateNode(deps, token, context.address);
    const { ids } = await originOf(deps.clients, kind).listFileIds({ kind, after_id, limit: LIMIT });
    return { file_ids: ids };
  },
);
