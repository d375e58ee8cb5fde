import { operation, type Call } from '@forgemesh/rpc';
import { NodeServiceDefinition } from '@forgemesh/proto/geo/v1/node';
import { assertPrimary } from '#access';
import { newCredentials } from '../credentials';
import { assertApplicable, internalUrl, nodeUrl, writeUnique } from '../node-checks';
import { presentNode } from '../node.entity';
import { selectionOf } from '../selection';
import { nodeKeys } from '../node.model';
import { enableReplicationAccess } from '../replication-access';
import type { NodesDeps } from '../deps';

/** Creates a node; a secondary gets credentials. */
export const createNode = operation(
  NodeServiceDefinition.createNode,
  async (request, { deps, principal, operationId }: Call<NodesDeps>) => {
    assertPrimary(deps);
    const earlier = await deps.nodes.findByOperation(operationId ?? '');
    if (earlier) return presentNode(deps.site, earlier);
    const { primary = false, enabled = true } = request;
    const selection = selectionOf(request);
    assertApplicable({ primary, enabled, ...selection });
    const now = new Date();
    const named = { name: request.name, url: nodeUrl('url', request.url) };
    const node = {
      _id: await deps.nodes.nextId(),
      ...named,
      ...nodeKeys(named),
      internal_url: internalUrl(request.internal_url),
      primary,
      enabled,
      files_max_capacity: request.files_max_capacity as number,
      repos_max_capacity: request.repos_max_capacity as number,
      verification_max_capacity: request.verification_max_capacity as number,
      container_repositories_max_capacity: request.container_repositories_max_capacity as number,
      sync_object_storage: request.sync_object_storage ?? false,
      ...selection,
      ...(primary ? { primary_key: 'primary' } : newCredentials(deps.box)),
      created_at: now,
      updated_at: now,
      ...(operationId !== undefined && { operation_id: operationId }),
    };
    await enableReplicationAccess(deps);
    const stored = await writeUnique(deps.nodes, node, () =>
      deps.nodes.insert(node, [{ type: 'geo.node.created', actor: principal.id }]),
    );
    return presentNode(deps.site, stored);
  },
);
