import { operation, type Call } from '@forgemesh/rpc';
import { NodeServiceDefinition } from '@forgemesh/proto/geo/v1/node';
import { findNode } from '../find-node';
import { presentNode } from '../node.entity';
import type { NodesDeps } from '../deps';

/** Gets a node. */
export const getNode = operation(NodeServiceDefinition.getNode, async ({ id }, { deps }: Call<NodesDeps>) =>
  presentNode(deps.site, await findNode(deps, id)),
);
