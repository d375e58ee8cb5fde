import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { createMetrics } from '@forgemesh/telemetry';
import { waitFor } from '@forgemesh/testing';
import { openTestBus, silentLog, trustingReader } from '@forgemesh/testing/runtime';
import type { EventBus } from './events';
import type { AnyConsumer } from './consumers';
import { startConsumer } from './start-consumer';
import { streamOf } from './streams';

describe('startConsumer', () => {
  it('starts a consumer that continues another one at the events that the other did not acknowledge', async () => {
    const { bus, service } = openTestBus();
    await waitFor(async () => bus.isConnected(), Boolean);
    const former: string[] = [];
    const own: string[] = [];
    const unrelated: string[] = [];
    const events = [`${service}.thing.created`];
    const stopFormer = start(bus, {
      name: `${service}-former`,
      events,
      from: 'new',
      handle: async ({ id }) => void former.push(id),
    });
    const publish = publisherOf(bus, service);
    // The consumer starts with new events: those before its creation do not reach it.
    await waitFor(async () => {
      await publish('before');
      return former.length;
    }, Boolean);
    await publish('handled');
    await waitFor(
      async () => former,
      (ids) => ids.includes('handled'),
    );
    const { consumers } = await jetstreamManager(connectionOf(bus));
    await waitFor(
      () => consumers.info(streamOf(service), `${service}-former`),
      ({ num_ack_pending: unacknowledged }) => unacknowledged === 0,
    );
    await stopFormer();
    await publish('missed');
    const continuing: AnyConsumer<null> = {
      name: `${service}-own`,
      continues: `${service}-former`,
      events,
      from: 'new',
      handle: async ({ id }) => void own.push(id),
    };
    const stopOwn = start(bus, continuing);
    await waitFor(
      async () => own,
      (ids) => ids.includes('missed'),
    );
    await publish('current');
    await waitFor(
      async () => own,
      (ids) => ids.includes('current'),
    );
    await stopOwn();
    // Later starts keep its own position.
    await publish('later');
    const stopAgain = start(bus, continuing);
    await waitFor(
      async () => own,
      (ids) => ids.includes('later'),
    );
    expect(own).toEqual(['missed', 'current', 'later']);
    await stopAgain();
    // Without an earlier consumer, it starts as it says.
    const stopUnrelated = start(bus, {
      ...continuing,
      name: `${service}-unrelated`,
      continues: `${service}-unknown`,
      handle: async ({ id }) => void unrelated.push(id),
    });
    await waitFor(async () => {
      await publish('new');
      return unrelated.length;
    }, Boolean);
    expect(new Set(unrelated)).toEqual(new Set(['new']));
    await stopUnrelated();
    await bus.close();
  });
});

function start(bus: EventBus, consumer: AnyConsumer<null>): () => Promise<void> {
  return startConsumer(consumer, {
    bus,
    log: silentLog,
    metrics: createMetrics('start-consumer-test'),
    reader: trustingReader,
    deps: null,
    maxDeliveries: 1,
    ackWaitMs: 60_000,
    deadLetter: async () => undefined,
    scope: (_event, work) => work(),
  });
}

function publisherOf(bus: EventBus, service: string): (id: string) => Promise<void> {
  const client = jetstream(connectionOf(bus));
  const type = `${service}.thing.created`;
  return async (id) => void (await client.publish(type, JSON.stringify({ id, type })));
}

function connectionOf(bus: EventBus) {
  return bus.connection() as NonNullable<ReturnType<EventBus['connection']>>;
}
