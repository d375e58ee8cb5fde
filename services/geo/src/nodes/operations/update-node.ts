import { NotFoundError } from '@forgemesh/errors';
import { operation, type Call, type Parameters } from '@forgemesh/rpc';
import { NodeServiceDefinition, type UpdateNodeRequest } from '@forgemesh/proto/geo/v1/node';
import { assertPrimary } from '#access';
import { findNode } from '../find-node';
import { assertApplicable, internalUrl, nodeUrl, writeUnique } from '../node-checks';
import { presentNode } from '../node.entity';
import { selectionOf } from '../selection';
import { capacities, nodeKeys, type NodeDocument } from '../node.model';
import type { NodesDeps } from '../deps';

/** Updates a node. Whether it is the primary cannot be changed. */
export const updateNode = operation(
  NodeServiceDefinition.updateNode,
  async (request, { deps, principal }: Call<NodesDeps>) => {
    assertPrimary(deps);
    const { primary } = await findNode(deps, request.id);
    const set = changesOf(request);
    const node = await writeUnique(deps.nodes, { _id: request.id, primary, name: set.name, url: set.url }, () =>
      deps.nodes.mutate(request.id, (current) => {
        assertApplicable({ ...current, ...set });
        return { set, events: [{ type: 'geo.node.updated', actor: principal.id }] };
      }),
    );
    if (!node) throw new NotFoundError('GeoNode');
    return presentNode(deps.site, node);
  },
);

function changesOf(request: Parameters<UpdateNodeRequest>): Partial<NodeDocument> & Pick<NodeDocument, 'name' | 'url'> {
  const named = { name: request.name, url: nodeUrl('url', request.url) };
  const given = ['enabled', 'paused', 'sync_object_storage', ...capacities] as const;
  return {
    ...named,
    ...nodeKeys(named),
    ...(request.internal_url !== undefined && { internal_url: internalUrl(request.internal_url) }),
    ...Object.fromEntries(given.flatMap((name) => (request[name] === undefined ? [] : [[name, request[name]]]))),
    ...selectionOf(request),
    updated_at: new Date(),
  };
}
