import { ReplicaServiceDefinition } from '@forgemesh/proto/geo/v1/replica';
import { internalOperation } from '#operation';
import { authenticateNode as verifyNode } from '#replication/origin/authenticate-node';

/** Authenticates a node, for Git requests at the gateway. */
export const authenticateNode = internalOperation(
  ReplicaServiceDefinition.authenticateNode,
  async ({ token, address }, { deps }) => ({ geo_node_id: (await verifyNode(deps, token, address))._id }),
);
