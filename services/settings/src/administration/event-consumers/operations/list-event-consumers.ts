import { operation, type Call } from '@forgemesh/rpc';
import { pageRows } from '@forgemesh/data';
import { EventConsumerServiceDefinition } from '@forgemesh/proto/settings/v1/event_consumer';
import type { ConsumerInfo } from '@nats-io/jetstream';
import { countDeferredEvents } from '../count-deferred-events';
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
    const deferred = new Map<string, Promise<ReadonlyMap<string, number> | undefined>>();
    for (const service of new Set(page.map(({ name }) => serviceOf(name)))) {
      const client = call.deps.deadLetters.get(service);
      if (client) deferred.set(service, countDeferredEvents(client));
    }
    const rows = page.map(async (info) =>
      presentEventConsumer(manager, info, await deferred.get(serviceOf(info.name))),
    );
    return { consumers: await Promise.all(rows) };
  },
);

function key({ stream_name, name }: ConsumerInfo): string {
  return `${stream_name} ${name}`;
}
