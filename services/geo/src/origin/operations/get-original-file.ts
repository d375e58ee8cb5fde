import { ReplicationServiceDefinition } from '@forgemesh/proto/geo/v1/replication';
import { originOf } from '../../files/file-kinds';
import { operation } from '../../operation';
import { authenticateNode } from '../authenticate-node';

/** A checksum takes as long as the file is large. */
const TIMEOUT_MS = 10 * 60_000;

/** Tells how a file is now. */
export const getOriginalFile = operation(
  ReplicationServiceDefinition.getOriginalFile,
  async ({ node_token: token, kind, id, known_content = '' }, { deps, context }) => {
    await authenticateNode(deps, token, context.address);
    const asked = { kind, id, known_content };
    const {
      checksum = null,
      expires_at = null,
      ...state
    } = await originOf(deps.clients, kind).getFileState(asked, {
      timeoutMs: TIMEOUT_MS,
    });
    return { ...state, checksum, expires_at };
  },
);
