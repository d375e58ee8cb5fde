/**
 * The status of nodes: of the one that answers as it is now, of the others as they told it last.
 */
import type { ResponseOf } from '@forgemesh/rpc';
import type { NodeReport } from '@forgemesh/proto/geo/v1/node_report';
import type { NodeStatus } from '@forgemesh/proto/geo/v1/node_status';
import { openSecret } from '../nodes/credentials';
import type { NodeDocument } from '../nodes/node.model';
import type { Geo } from '../deps';
import { presentStatus } from './node-status.entity';

/**
 * The status of a node; undefined where it has not told one yet. `own` is what this node counts
 * now.
 */
export function statusOf(
  deps: Geo,
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
    // A copy of the list has no credentials in it: a secondary knows of its own only, which work or
    // are told of as a problem.
    hasCredentials: deps.role === 'secondary' || openSecret(deps.box, node) !== undefined,
    report,
    reportedAt,
    isOutdated: isOutdated(deps, reportedAt),
  });
}

/** Whether a node is the one that answers, and in the role that the list says. */
export function isSelf({ site, role }: Pick<Geo, 'site' | 'role'>, node: NodeDocument): boolean {
  return site.isCurrent(node) && node.primary === (role === 'primary');
}

/** Whether a report is too old to tell how a node is. */
export function isOutdated({ outdatedMs }: Pick<Geo, 'outdatedMs'>, reportedAt: Date): boolean {
  return Date.now() - reportedAt.getTime() > outdatedMs;
}
