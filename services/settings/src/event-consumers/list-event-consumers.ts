import { pageRows, streamOf, UnavailableError } from '@forgemesh/kit';
import { EventConsumerServiceService } from '@forgemesh/proto/settings/v1/event_consumer';
import { jetstreamManager, JetStreamApiError, type ConsumerInfo, type JetStreamManager } from '@nats-io/jetstream';
import { operation } from '../operation';
import { presentEventConsumer, serviceOf } from './event-consumer.entity';

/** Lists the consumers of all services. JetStream knows them, so no service is asked, and those that are away are listed too. */
export const listEventConsumers = operation(EventConsumerServiceService.listEventConsumers, async (request, call) => {
  const connection = call.deps.bus.connection();
  if (!connection) throw new UnavailableError('NATS is away');
  const manager = await jetstreamManager(connection);
  const lists = await Promise.all(call.deps.services.map((service) => consumersOf(manager, streamOf(service))));
  const wanted = lists
    .flat()
    .filter(({ name }) => request.service === undefined || serviceOf(name) === request.service)
    .sort((one, other) => (key(one) < key(other) ? -1 : 1));
  const page = pageRows(call, wanted, request);
  return { consumers: await Promise.all(page.map((info) => presentEventConsumer(manager, info))) };
});

async function consumersOf(manager: JetStreamManager, stream: string): Promise<ConsumerInfo[]> {
  const found: ConsumerInfo[] = [];
  try {
    for await (const info of manager.consumers.list(stream)) found.push(info);
  } catch (error) {
    // A service that has published nothing yet may have no stream.
    if (!(error instanceof JetStreamApiError && error.status === 404)) throw error;
  }
  return found;
}

function key({ stream_name, name }: ConsumerInfo): string {
  return `${stream_name} ${name}`;
}
