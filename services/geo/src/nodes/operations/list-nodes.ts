import { operation, type Call } from '@forgemesh/rpc';
import { listPage } from '@forgemesh/data';
import { NodeServiceDefinition } from '@forgemesh/proto/geo/v1/node';
import { presentNode } from '../node.entity';
import type { NodesDeps } from '../deps';

/** Matches all nodes. With a filter, the nodes are counted exactly instead of estimated. */
const all = { _id: { $gt: 0 } };

/** Lists the nodes. */
export const listNodes = operation(NodeServiceDefinition.listNodes, async (request, call: Call<NodesDeps>) => {
  const { nodes, site } = call.deps;
  const found = await listPage(call, { model: nodes.model, filter: all, sort: { _id: 1 }, request });
  return { nodes: found.map((node) => presentNode(site, node)) };
});
