import { operation, type Call } from '@forgemesh/rpc';
import { ReplicationServiceDefinition } from '@forgemesh/proto/geo/v1/replication';
import { authenticateNode } from '../authenticate-node';
import { findOriginalProject } from '../find-original-project';
import type { OriginDeps } from '../deps';

/** A repository may have many refs. */
const TIMEOUT_MS = 60_000;

/** Returns the current state of a repository. */
export const getOriginalState = operation(
  ReplicationServiceDefinition.getOriginalState,
  async ({ node_token: token, project_id, kind }, { deps, context }: Call<OriginDeps>) => {
    await authenticateNode(deps, token, context.address);
    const project = await findOriginalProject(deps, project_id);
    if (!project) return { found: false, checksum: null, head: '', facts_digest: '', log_incarnation: '', log_seq: 0 };
    const request = { project_id, storage: project.storage, wiki: kind === 'wiki' };
    const { checksum = null, ...state } = await deps.clients.replicas.getRepositoryState(request, {
      timeoutMs: TIMEOUT_MS,
    });
    return { found: true, checksum, ...state };
  },
);
