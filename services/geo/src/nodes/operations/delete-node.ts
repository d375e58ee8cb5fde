import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { NodeServiceDefinition } from '@forgemesh/proto/geo/v1/node';
import { assertPrimary } from '#access';
import { findNode } from '../find-node';
import { disableUnusedAccess } from '../replication-access';
import type { NodesDeps } from '../deps';

/** Deletes a node and its credentials. */
export const deleteNode = operation(NodeServiceDefinition.deleteNode, async ({ id }, call: Call<NodesDeps>) => {
  const { deps, principal } = call;
  assertPrimary(deps);
  const node = await findNode(deps, id);
  call.assertUnmodified(node.updated_at);
  if (!(await deps.nodes.remove(node, { type: 'geo.node.deleted', actor: principal.id })))
    throw new NotFoundError('GeoNode');
  // The next start of a process repeats it.
  await disableUnusedAccess(deps).catch((error: unknown) =>
    call.log.warn({ err: error }, 'access of replication not disabled'),
  );
  return {};
});
