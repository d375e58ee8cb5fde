import { operation, type Call } from '@forgemesh/rpc';
import { listPage } from '@forgemesh/data';
import { NodeStatusServiceDefinition } from '@forgemesh/proto/geo/v1/node_status';
import { isSelf, statusOf } from '../status-of';
import type { StatusesDeps } from '../deps';

/** Lists the statuses of the nodes that have reported. */
export const listNodeStatuses = operation(
  NodeStatusServiceDefinition.listNodeStatuses,
  async (request, call: Call<StatusesDeps>) => {
    const { deps } = call;
    const { model } = deps.nodes;
    const own = (await model.find().lean()).find((node) => isSelf(deps, node));
    const filter = { $or: [{ reported_at: { $exists: true } }, ...(own ? [{ _id: own._id }] : [])] };
    const nodes = await listPage(call, { model, filter, sort: { _id: 1 }, request });
    const report = own && nodes.some(({ _id }) => _id === own._id) ? await deps.ownReport() : undefined;
    return { statuses: nodes.flatMap((node) => statusOf(deps, node, report) ?? []) };
  },
);
