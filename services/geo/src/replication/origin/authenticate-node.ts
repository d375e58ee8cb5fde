/** Authentication of nodes. Only enabled secondaries with an allowed IP address pass. */
import { ForbiddenError, UnauthenticatedError } from '@forgemesh/errors';
import { type NodeDocument, openSecret, verifyNodeToken } from '#nodes';
import { assertPrimary } from '#access';
import { isAllowed } from './is-allowed';
import type { OriginDeps } from './deps';

/** Returns the node that a token belongs to. Throws UnauthenticatedError or ForbiddenError. */
export async function authenticateNode(
  deps: Pick<OriginDeps, 'role' | 'settings' | 'nodes' | 'box'>,
  token: string,
  address: string,
): Promise<NodeDocument> {
  assertPrimary(deps);
  let node: NodeDocument | null = null;
  await verifyNodeToken(token, async (keyId) => {
    node = await deps.nodes.model.findOne({ key_id: keyId }).lean<NodeDocument>();
    return node === null ? undefined : openSecret(deps.box, node);
  });
  const found = node as NodeDocument | null;
  if (!found) throw new UnauthenticatedError();
  if (!found.enabled) throw new ForbiddenError('the node is disabled');
  if (!isAllowed(deps.settings.current().geo_node_allowed_ips ?? '', address))
    throw new ForbiddenError('nodes may not call from this address');
  return found;
}
