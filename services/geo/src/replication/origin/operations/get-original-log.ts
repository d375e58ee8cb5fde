import { operation, type Call } from '@forgemesh/rpc';
import { ReplicationServiceDefinition } from '@forgemesh/proto/geo/v1/replication';
import { authenticateNode } from '../authenticate-node';
import { findOriginalProject } from '../find-original-project';
import type { OriginDeps } from '../deps';

/** Returns a part of the log of a repository. */
export const getOriginalLog = operation(
  ReplicationServiceDefinition.getOriginalLog,
  async ({ node_token: token, project_id, kind, incarnation = '', after = 0 }, { deps, context }: Call<OriginDeps>) => {
    await authenticateNode(deps, token, context.address);
    const project = await findOriginalProject(deps, project_id);
    if (!project) return { log: '', has_more: false, is_whole: false };
    const request = { project_id, storage: project.storage, wiki: kind === 'wiki', incarnation, after };
    return deps.clients.replicas.getRepositoryLog(request);
  },
);
