import { consumersIn, eventTypesIn } from '@forgemesh/events';
import type { ResponseOf } from '@forgemesh/rpc';
import type { EventConsumer } from '@forgemesh/proto/settings/v1/event_consumer';
import type { ConsumerInfo, JetStreamManager, MsgRequest } from '@nats-io/jetstream';

/** Returns the service that a consumer belongs to: the first part of its name. */
export function serviceOf(name: string): string {
  return name.split('-')[0] as string;
}

/**
 * Presents a consumer as the API shows it.
 * @param counts numbers of deferred events by consumer; undefined if its service is unavailable
 */
export async function presentEventConsumer(
  manager: JetStreamManager,
  info: ConsumerInfo,
  counts: ReadonlyMap<string, number> | undefined,
): Promise<ResponseOf<EventConsumer>> {
  const { name, stream_name: stream, num_pending: pending, num_ack_pending: ack_pending } = info;
  const consumers = consumersIn(info);
  const deferred = counts && consumers.reduce((sum, consumer) => sum + (counts.get(consumer) ?? 0), 0);
  const oldest = await oldestEventOf(manager, info);
  return {
    name,
    service: serviceOf(name),
    stream,
    consumers,
    event_types: eventTypesIn(info),
    pending,
    ack_pending,
    redelivered: info.num_redelivered,
    deferred: deferred ?? null,
    lag: pending + ack_pending + (deferred ?? 0),
    oldest_event_at: oldest?.toISOString() ?? null,
    oldest_event_age: oldest ? Math.max(0, Date.now() - oldest.getTime()) / 1000 : null,
    paused: info.paused ?? false,
  };
}

/**
 * Returns the time at which the oldest unprocessed event of a consumer was published: the first
 * event of its types after the acknowledgement floor. Undefined if there is none.
 */
export async function oldestEventOf(manager: JetStreamManager, info: ConsumerInfo): Promise<Date | undefined> {
  if (info.num_pending + info.num_ack_pending === 0) return undefined;
  const seq = info.ack_floor.stream_seq + 1;
  const firsts = await Promise.all(
    eventTypesIn(info).map(async (next_by_subj) => {
      // The server supports this request, but the types of the library do not declare it.
      const found = await manager.streams.getMessage(info.stream_name, { seq, next_by_subj } as MsgRequest);
      return found?.time;
    }),
  );
  const times = firsts.filter((time) => time !== undefined);
  return times.sort((one, other) => one.getTime() - other.getTime())[0];
}
