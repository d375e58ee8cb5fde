/**
 * Loads the durable consumers from JetStream, without those of an earlier release that others have
 * replaced. No service is queried, so consumers of unavailable services are included.
 */
import { UnavailableError } from '@forgemesh/errors';
import { currentDurables, streamOf } from '@forgemesh/events';
import { jetstreamManager, JetStreamApiError, type ConsumerInfo, type JetStreamManager } from '@nats-io/jetstream';
import type { EventConsumersDeps } from './deps';

/** Loads the consumers of all streams. Throws UnavailableError without a connection to NATS. */
export async function loadConsumers({
  bus,
  services,
}: Pick<EventConsumersDeps, 'bus' | 'services'>): Promise<{ manager: JetStreamManager; consumers: ConsumerInfo[] }> {
  const connection = bus.connection();
  if (!connection) throw new UnavailableError('NATS is unavailable');
  const manager = await jetstreamManager(connection);
  const lists = await Promise.all(services.map((service) => consumersOf(manager, streamOf(service))));
  return { manager, consumers: lists.flat() };
}

async function consumersOf(manager: JetStreamManager, stream: string): Promise<ConsumerInfo[]> {
  const found: ConsumerInfo[] = [];
  try {
    for await (const info of manager.consumers.list(stream)) found.push(info);
  } catch (error) {
    // A service that has not published anything may have no stream.
    if (!(error instanceof JetStreamApiError && error.status === 404)) throw error;
  }
  return currentDurables(found);
}
