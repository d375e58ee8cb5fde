import { operation, type Call } from '@forgemesh/rpc';
import { ReplicationServiceDefinition } from '@forgemesh/proto/geo/v1/replication';
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import { authenticateNode } from '../authenticate-node';
import type { OriginDeps } from '../deps';

/** A repository may have many refs. */
const TIMEOUT_MS = 60_000;
const administrator = { user_id: 0, admin: true, external: false };

/** Returns the current state of a repository. */
export const getOriginalState = operation(
  ReplicationServiceDefinition.getOriginalState,
  async ({ node_token: token, project_id, kind }, { deps, context }: Call<OriginDeps>) => {
    await authenticateNode(deps, token, context.address);
    const references = [{ kind: ReferenceKind.REFERENCE_KIND_PROJECT, ref: String(project_id) }];
    const { resources } = await deps.clients.access.authorize({ subject: administrator, references });
    const project = resources[0];
    if (!project?.found) return { found: false, checksum: null, head: '', facts_digest: '' };
    const request = { project_id, storage: project.storage, wiki: kind === 'wiki' };
    const { checksum = null, ...state } = await deps.clients.replicas.getRepositoryState(request, {
      timeoutMs: TIMEOUT_MS,
    });
    return { found: true, checksum, ...state };
  },
);
