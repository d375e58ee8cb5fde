import { operation, type Call } from '@forgemesh/rpc';
import { ReplicationServiceDefinition } from '@forgemesh/proto/geo/v1/replication';
import { lastEvent, type LogEvent } from '#replication/events';
import { authenticateNode } from '../authenticate-node';
import type { OriginDeps } from '../deps';

const LIMIT = 500;

/** Lists the log entries after a given one. */
export const listReplicationEvents = operation(
  ReplicationServiceDefinition.listReplicationEvents,
  async ({ node_token: token, after }, { deps, context }: Call<OriginDeps>) => {
    await authenticateNode(deps, token, context.address);
    // The newest entry is read first: entries added in between are part of the next response.
    const last = await lastEvent(deps.events);
    const [events, oldest] = await Promise.all([
      deps.events.find({ _id: { $gt: after } }, undefined, { sort: { _id: 1 }, limit: LIMIT }).lean<LogEvent[]>(),
      deps.events.findOne({}, { _id: 1 }, { sort: { _id: 1 } }).lean<LogEvent>(),
    ]);
    return {
      events: events.map(({ _id: id, event_id: _eventId, at, ...event }) => ({ ...event, id, at: at.toISOString() })),
      last_event_id: last?._id ?? 0,
      last_event_at: last?.at.toISOString() ?? null,
      oldest_event_id: oldest?._id ?? 0,
    };
  },
);
