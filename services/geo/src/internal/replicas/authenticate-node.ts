import { internalOperation, type Call } from '@forgemesh/rpc';
import { ReplicaServiceDefinition } from '@forgemesh/proto/geo/v1/replica';
import { authenticateNode as verifyNode } from '#replication/origin';
import type { InternalReplicasDeps } from './deps';

/** Authenticates a node, for Git requests at the gateway. */
export const authenticateNode = internalOperation(
  ReplicaServiceDefinition.authenticateNode,
  async ({ token, address }, { deps }: Call<InternalReplicasDeps>) => ({
    geo_node_id: (await verifyNode(deps, token, address))._id,
  }),
);
