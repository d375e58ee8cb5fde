import { ReplicaServiceDefinition } from '@forgemesh/proto/geo/v1/replica';
import { internalOperation } from '../../operation';
import { authenticateNode as nodeOf } from '../../origin/authenticate-node';

/** Which node holds a token, for the gateway's door of git clients. */
export const authenticateNode = internalOperation(
  ReplicaServiceDefinition.authenticateNode,
  async ({ token, address }, { deps }) => ({ geo_node_id: (await nodeOf(deps, token, address))._id }),
);
