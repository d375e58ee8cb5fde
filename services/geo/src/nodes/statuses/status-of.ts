/** Status of nodes: computed now for this node, from the last report for the others. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { NodeReport } from '@forgemesh/proto/geo/v1/node_report';
import type { NodeStatus } from '@forgemesh/proto/geo/v1/node_status';
import { type NodeDocument, openSecret } from '#nodes';
import { presentStatus } from './node-status.entity';
import type { StatusesDeps } from './deps';

/**
 * Returns the status of a node; undefined if it has not reported yet. `own` is the current report
 * of this node.
 */
export function statusOf(
  deps: StatusesDeps,
  node: NodeDocument,
  own: NodeReport | undefined,
): ResponseOf<NodeStatus> | undefined {
  const isOwn = isSelf(deps, node);
  const report = isOwn ? own : node.report;
  const reportedAt = isOwn ? new Date() : node.reported_at;
  if (!report || !reportedAt) return undefined;
  return presentStatus({
    nodeId: node._id,
    isPrimary: node.primary,
    // A secondary's copy of the list has no credentials. Its own credentials work, or the link
    // state reports the problem.
    hasCredentials: deps.role === 'secondary' || openSecret(deps.box, node) !== undefined,
    report,
    reportedAt,
    isOutdated: isOutdated(deps, reportedAt),
  });
}

/** Whether a node is this one and has the role that the list says. */
export function isSelf({ site, role }: Pick<StatusesDeps, 'role' | 'site'>, node: NodeDocument): boolean {
  return site.isCurrent(node) && node.primary === (role === 'primary');
}

/** Whether a report is older than the heartbeat timeout. */
export function isOutdated(
  { heartbeatTimeoutMs }: Pick<StatusesDeps, 'heartbeatTimeoutMs'>,
  reportedAt: Date,
): boolean {
  return Date.now() - reportedAt.getTime() > heartbeatTimeoutMs;
}
