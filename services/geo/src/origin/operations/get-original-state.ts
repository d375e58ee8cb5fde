import { ReplicationServiceDefinition } from '@forgemesh/proto/geo/v1/replication';
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import { operation } from '../../operation';
import { authenticateNode } from '../authenticate-node';

/** Counting through many refs takes a while. */
const TIMEOUT_MS = 60_000;
const everything = { user_id: 0, admin: true, external: false };

/** Tells how a repository is now. */
export const getOriginalState = operation(
  ReplicationServiceDefinition.getOriginalState,
  async ({ node_token: token, project_id, kind }, { deps, context }) => {
    await authenticateNode(deps, token, context.address);
    const references = [{ kind: ReferenceKind.REFERENCE_KIND_PROJECT, ref: String(project_id) }];
    const { resources } = await deps.clients.access.authorize({ subject: everything, references });
    const project = resources[0];
    if (!project?.found) return { found: false, checksum: null, head: '', facts_digest: '' };
    const asked = { project_id, storage: project.storage, wiki: kind === 'wiki' };
    const { checksum = null, ...state } = await deps.clients.replicas.getRepositoryState(asked, {
      timeoutMs: TIMEOUT_MS,
    });
    return { found: true, checksum, ...state };
  },
);
