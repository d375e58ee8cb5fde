import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { NodeServiceDefinition } from '@forgemesh/proto/geo/v1/node';
import { assertPrimary } from '#access';
import { newCredentials } from '../credentials';
import { presentNode } from '../node.entity';
import type { NodesDeps } from '../deps';

/** Renews the credentials of a secondary. */
export const repairNode = operation(
  NodeServiceDefinition.repairNode,
  async ({ id }, { deps, principal }: Call<NodesDeps>) => {
    assertPrimary(deps);
    const node = await deps.nodes.mutate(id, ({ primary }) =>
      primary
        ? null
        : {
            set: { ...newCredentials(deps.box), updated_at: new Date() },
            events: [{ type: 'geo.node.repaired', actor: principal.id }],
          },
    );
    if (!node) throw new NotFoundError('GeoNode');
    return presentNode(deps.site, node);
  },
);
