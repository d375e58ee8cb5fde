import { AckPolicy, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { startConsumer } from './consumers';
import { streamOf } from './events';
import { removeOrphans } from './orphan-consumers';
import { createMetrics } from './telemetry';
import { eventually } from './testing';
import { openTestBus, silentLog, trustingVerifier } from './testing/runtime';

describe('consumers that a service does not have any more', () => {
  const { service, bus } = openTestBus();
  let connection: NatsConnection;
  let manager: JetStreamManager;

  beforeAll(async () => {
    await eventually(
      () => Promise.resolve(bus.isConnected()),
      (isThere) => isThere,
    );
    connection = bus.connection() as NatsConnection;
    manager = await jetstreamManager(connection);
  });
  afterAll(async () => {
    await manager.streams.delete(streamOf(service));
    await bus.close();
  });

  const add = (name: string) =>
    manager.consumers.add(streamOf(service), { durable_name: name, ack_policy: AckPolicy.Explicit });

  async function names(): Promise<string[]> {
    const found: string[] = [];
    for await (const { name } of manager.consumers.list(streamOf(service))) found.push(name);
    return found.sort();
  }

  it('are removed, but none of others, none that somebody asks for events with, and none that was just used', async () => {
    const [had, of, followed] = [`${service}-had`, `${service}of-others`, `${service}-followed`];
    for (const name of [had, `${service}-has`, of]) await add(name);
    // An earlier version, which still runs.
    const stop = startConsumer(
      { name: followed, events: [`${service}.thing.>`], from: 'all', handle: async () => undefined },
      {
        ...{ bus, log: silentLog, metrics: createMetrics(service), deps: null, mostTries: 1, claimMs: 60_000 },
        verifier: trustingVerifier,
        ...{ deadLetter: async () => undefined, scope: (_event, work) => work() },
      },
    );
    await eventually(
      () => manager.consumers.info(streamOf(service), followed).catch(() => null),
      (info) => (info?.num_waiting ?? 0) > 0,
    );
    const declared = [`${service}-has`];
    expect(await removeOrphans(connection, { service, declared })).toEqual([]);
    expect(await removeOrphans(connection, { service, declared, unusedMs: 0 })).toEqual([had]);
    expect(await names()).toEqual([followed, `${service}-has`, of].sort());
    await stop();
  });
});
