import { operation, type Call } from '@forgemesh/rpc';
import { ReplicationServiceDefinition } from '@forgemesh/proto/geo/v1/replication';
import { originOf } from '#replication/files';
import { authenticateNode } from '../authenticate-node';
import type { OriginDeps } from '../deps';

/** Computing a checksum takes time proportional to the size of the file. */
const TIMEOUT_MS = 10 * 60_000;

/** Returns the current state of a file. */
export const getOriginalFile = operation(
  ReplicationServiceDefinition.getOriginalFile,
  async ({ node_token: token, kind, id, known_content = '' }, { deps, context }: Call<OriginDeps>) => {
    await authenticateNode(deps, token, context.address);
    const request = { kind, id, known_content };
    const {
      checksum = null,
      expires_at = null,
      ...state
    } = await originOf(deps.clients, kind).getFileState(request, {
      timeoutMs: TIMEOUT_MS,
    });
    return { ...state, checksum, expires_at };
  },
);
