import { operation, type Call } from '@forgemesh/rpc';
import { ConflictError, NotFoundError } from '@forgemesh/errors';
import { NodeServiceDefinition } from '@forgemesh/proto/geo/v1/node';
import { assertPrimary } from '#access';
import { openSecret } from '../credentials';
import type { NodesDeps } from '../deps';

/** Returns the credentials of a secondary, once. */
export const createNodeCredentials = operation(
  NodeServiceDefinition.createNodeCredentials,
  async ({ id }, { deps, principal }: Call<NodesDeps>) => {
    assertPrimary(deps);
    const node = await deps.nodes.mutate(id, (current) => {
      if (current.primary) throw new ConflictError('A primary node has no credentials');
      if (current.is_handed_over) throw new ConflictError('The credentials were retrieved already: repair the node');
      return { set: { is_handed_over: true }, events: [{ type: 'geo.node.credentials_shown', actor: principal.id }] };
    });
    if (!node) throw new NotFoundError('GeoNode');
    const secret = openSecret(deps.box, node);
    if (secret === undefined) throw new ConflictError('The credentials cannot be read: repair the node');
    return { geo_node_id: node._id, secret: `${node.key_id}.${secret}` };
  },
);
