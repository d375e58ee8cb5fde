import { NodeServiceDefinition } from '@forgemesh/proto/geo/v1/node';
import { operation } from '#operation';
import { findNode } from '../find-node';
import { presentNode } from '../node.entity';

/** Gets a node. */
export const getNode = operation(NodeServiceDefinition.getNode, async ({ id }, { deps }) =>
  presentNode(deps.site, await findNode(deps, id)),
);
