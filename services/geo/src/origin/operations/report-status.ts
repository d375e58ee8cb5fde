import { ReplicationServiceDefinition } from '@forgemesh/proto/geo/v1/replication';
import { copyOfNode } from '../../nodes/node-copy';
import type { NodeDocument } from '../../nodes/node.model';
import { operation } from '../../operation';
import { isSelf } from '../../statuses/status-of';
import { ownReport } from '../../statuses/own-report';
import { authenticateNode } from '../authenticate-node';

/** Keeps the status of a secondary, and tells it of all nodes. */
export const reportStatus = operation(
  ReplicationServiceDefinition.reportStatus,
  async ({ node_token: token, report }, { deps, context }) => {
    const reporter = await authenticateNode(deps, token, context.address);
    const now = new Date();
    await deps.nodes.model.updateOne({ _id: reporter._id }, { $set: { report, reported_at: now } });
    const [nodes, own] = await Promise.all([deps.nodes.model.find().lean<NodeDocument[]>(), ownReport(deps)]);
    const copies = nodes.map((node) =>
      copyOfNode(isSelf(deps, node) ? { ...node, report: own, reported_at: now } : node),
    );
    return { geo_node_id: reporter._id, nodes: JSON.stringify(copies) };
  },
);
