import { operation, type Call } from '@forgemesh/rpc';
import { ReplicationServiceDefinition } from '@forgemesh/proto/geo/v1/replication';
import { type NodeDocument, toReplicatedNode } from '#nodes';
import { isSelf } from '#nodes/statuses';
import { authenticateNode } from '../authenticate-node';
import type { OriginDeps } from '../deps';

/** Stores the status report of a secondary and returns all nodes with their reports. */
export const reportStatus = operation(
  ReplicationServiceDefinition.reportStatus,
  async ({ node_token: token, report }, { deps, context }: Call<OriginDeps>) => {
    const reporter = await authenticateNode(deps, token, context.address);
    const now = new Date();
    await deps.nodes.model.updateOne({ _id: reporter._id }, { $set: { report, reported_at: now } });
    const [nodes, own] = await Promise.all([deps.nodes.model.find().lean<NodeDocument[]>(), deps.ownReport()]);
    const copies = nodes.map((node) =>
      toReplicatedNode(isSelf(deps, node) ? { ...node, report: own, reported_at: now } : node),
    );
    return { geo_node_id: reporter._id, nodes: JSON.stringify(copies) };
  },
);
