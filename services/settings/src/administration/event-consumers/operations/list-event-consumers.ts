import { operation, type Call } from '@forgemesh/rpc';
import { pageRows } from '@forgemesh/data';
import { EventConsumerServiceDefinition } from '@forgemesh/proto/settings/v1/event_consumer';
import type { ConsumerInfo } from '@nats-io/jetstream';
import { presentEventConsumer, serviceOf } from '../event-consumer.entity';
import { loadConsumers } from '../load-consumers';
import type { EventConsumersDeps } from '../deps';

/** Lists the event consumers of all services with their progress. */
export const listEventConsumers = operation(
  EventConsumerServiceDefinition.listEventConsumers,
  async (request, call: Call<EventConsumersDeps>) => {
    const { manager, consumers } = await loadConsumers(call.deps);
    const selected = consumers
      .filter(({ name }) => request.service === undefined || serviceOf(name) === request.service)
      .sort((one, other) => (key(one) < key(other) ? -1 : 1));
    const page = pageRows(call, selected, request);
    return { consumers: await Promise.all(page.map((info) => presentEventConsumer(manager, info))) };
  },
);

function key({ stream_name, name }: ConsumerInfo): string {
  return `${stream_name} ${name}`;
}
