import { operation, type Call } from '@forgemesh/rpc';
import { ReplicationServiceDefinition } from '@forgemesh/proto/geo/v1/replication';
import { lastEvent, type LogEvent } from '#replication/events';
import { type NodeDocument, selectedNamespaces } from '#nodes';
import { authenticateNode } from '../authenticate-node';
import type { OriginDeps } from '../deps';

const LIMIT = 500;

/** Lists the log entries after a given one. */
export const listReplicationEvents = operation(
  ReplicationServiceDefinition.listReplicationEvents,
  async ({ node_token: token, after }, { deps, context }: Call<OriginDeps>) => {
    const node = await authenticateNode(deps, token, context.address);
    // The newest entry is read first: entries added in between are part of the next response.
    const last = await lastEvent(deps.events);
    const [events, oldest] = await Promise.all([
      deps.events.find({ _id: { $gt: after } }, undefined, { sort: { _id: 1 }, limit: LIMIT }).lean<LogEvent[]>(),
      deps.events.findOne({}, { _id: 1 }, { sort: { _id: 1 } }).lean<LogEvent>(),
    ]);
    const excluded = await findExcluded(deps, node, events);
    return {
      events: events.map(({ _id: id, event_id: _eventId, at, type, ...event }) => ({
        ...event,
        id,
        type: excluded.has(event.project_id) && type !== 'project_removed' ? 'project_excluded' : type,
        at: at.toISOString(),
      })),
      last_event_id: last?._id ?? 0,
      last_event_at: last?.at.toISOString() ?? null,
      oldest_event_id: oldest?._id ?? 0,
    };
  },
);

/**
 * The changed projects outside of the selection of a node. Their entries stay in the list, because
 * ids have no gaps.
 */
async function findExcluded(
  { clients }: OriginDeps,
  node: NodeDocument,
  events: readonly LogEvent[],
): Promise<Set<number>> {
  const namespaces = selectedNamespaces(node);
  const ids = [...new Set(events.map(({ project_id: id }) => id))].filter((id) => id > 0);
  if (!namespaces || ids.length === 0) return new Set();
  const request = { after_id: 0, limit: ids.length, namespace_ids: namespaces, ids };
  return new Set((await clients.catalogue.listProjectIds(request)).excluded_ids);
}
