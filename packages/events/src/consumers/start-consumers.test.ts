import { AckPolicy, DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { waitFor } from '@forgemesh/testing';
import { openTestBus, openTestDatabase, startTestConsumers } from '@forgemesh/testing/runtime';
import type { EventBus } from '../events';
import type { EventEnvelope } from '../event-types';
import { ensureStream, streamOf } from '../streams';
import type { AnyConsumer } from './consumer';
import { createDeferredEvents, type DeferredEvents } from './deferred-events';
import { currentDurables } from './positions';
import { subscriptionsOf } from './subscriptions';

describe('the consumers of a service', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let deferred: DeferredEvents;
  let bus: EventBus;
  let service: string;
  beforeAll(async () => {
    database = await openTestDatabase();
    deferred = createDeferredEvents(database.connection);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    ({ bus, service } = openTestBus());
    await waitFor(async () => bus.isConnected(), Boolean);
    await ensureStream(connection(), service);
  });
  afterEach(() => bus.close());

  const connection = () => bus.connection() as NonNullable<ReturnType<EventBus['connection']>>;
  const created = () => `${service}.thing.created`;
  const publish = async (id: string, type = created(), correlationid = 'request'): Promise<void> => {
    await jetstream(connection()).publish(type, JSON.stringify({ id, type, correlationid }));
  };
  const consumer = (
    purpose: string,
    handle: (event: EventEnvelope) => Promise<void>,
    more: Partial<AnyConsumer<null>> = {},
  ): AnyConsumer<null> =>
    ({ name: `${service}-${purpose}`, events: [created()], from: 'all', handle, ...more }) as never;
  const start = (
    consumers: readonly AnyConsumer<null>[],
    options: { maxDeliveries?: number; ackWaitMs?: number; dead?: string[]; deferred?: DeferredEvents } = {},
  ) =>
    startTestConsumers(service, consumers, {
      bus,
      deps: null,
      deferred,
      deadLetter: async (name, { id }) => void options.dead?.push(`${name} ${id}`),
      ...options,
    });
  const durables = async () => {
    const { consumers } = await jetstreamManager(connection());
    const found = [];
    for await (const info of consumers.list(streamOf(service))) found.push(info);
    return found;
  };
  /** Starts a consumer and stops it when its subscription exists. */
  const startOnce = async (one: AnyConsumer<null>, options?: Parameters<typeof start>[1]) => {
    const stop = start([one], options);
    await waitFor(durables, ({ length }) => length > 0);
    await stop();
  };
  const handledBy = (ids: readonly string[], ...expected: string[]) =>
    waitFor(
      async () => [...ids],
      (seen) => expected.every((id) => seen.includes(id)),
    );
  const waitUntilAcknowledged = () =>
    waitFor(durables, (all) =>
      currentDurables(all).every(({ num_pending, num_ack_pending }) => num_pending + num_ack_pending === 0),
    );
  const recorder =
    (ids: string[]) =>
    async ({ id }: EventEnvelope) =>
      void ids.push(id);

  it('share one delivery of each event', async () => {
    const [first, second, other]: string[][] = [[], [], []] as [string[], string[], string[]];
    const deleted = `${service}.thing.deleted`;
    const stop = start([
      consumer('first', recorder(first!)),
      consumer('second', recorder(second!), { events: [`${service}.thing.>`] }),
      consumer('other', recorder(other!), { events: [deleted] }),
    ]);
    await publish('a');
    await publish('b', deleted);
    await handledBy(second!, 'a', 'b');
    await handledBy(other!, 'b');
    await waitUntilAcknowledged();
    const [durable, ...others] = await durables();
    expect(others).toEqual([]);
    expect(durable?.config.filter_subjects).toEqual([`${service}.thing.>`]);
    expect(durable?.delivered.consumer_seq).toBe(2);
    expect([first, second, other]).toEqual([['a'], ['a', 'b'], ['b']]);
    await stop();
  });

  it('fail on their own: only the failing one is retried, and becomes a dead letter', async () => {
    const healthy: string[] = [];
    const failing: string[] = [];
    const dead: string[] = [];
    const stop = start(
      [
        consumer('healthy', recorder(healthy)),
        consumer('failing', async ({ id }) => {
          failing.push(id);
          if (id === 'bad') throw new Error('It fails');
        }),
      ],
      { maxDeliveries: 2, dead },
    );
    await publish('bad');
    await publish('good');
    await handledBy(failing, 'good');
    // The stream does not wait for the retry.
    await waitUntilAcknowledged();
    await handledBy(dead, `${service}-failing bad`);
    await waitFor(
      () => deferred.pending(),
      (rows) => rows.length === 0,
    );
    expect(healthy).toEqual(['bad', 'good']);
    expect(failing).toEqual(['bad', 'good', 'bad']);
    const [durable] = await durables();
    expect(durable?.delivered.consumer_seq).toBe(2);
    await stop();
  });

  it('are not repeated when the failed event of another one cannot be deferred', async () => {
    const healthy: string[] = [];
    const failing: string[] = [];
    let refusals = 1;
    const unstable: DeferredEvents = {
      ...deferred,
      async store(...args) {
        if (refusals-- > 0) throw new Error('The database is unavailable');
        return deferred.store(...args);
      },
    };
    const stop = start(
      [
        consumer('steady', recorder(healthy)),
        consumer('unstable', async ({ id }) => {
          failing.push(id);
          if (failing.length < 3) throw new Error('It fails');
        }),
      ],
      { deferred: unstable },
    );
    await publish('a');
    await waitFor(
      async () => failing.length,
      (count) => count === 3,
    );
    await waitUntilAcknowledged();
    expect(healthy).toEqual(['a']);
    const [durable] = await durables();
    expect(durable?.delivered.consumer_seq).toBe(2);
    await stop();
  });

  it('handle an event again that another process took and did not finish', async () => {
    const seen: string[] = [];
    const deferring = consumer('crashed', recorder(seen));
    const [subscription] = subscriptionsOf(service, [deferring]);
    await startOnce(deferring, { ackWaitMs: 2_000 });
    await publish('a');
    // Takes the event like a process that dies before it acknowledges it.
    const taken = await jetstream(connection()).consumers.get(streamOf(service), subscription?.name);
    expect((await taken.next())?.json<EventEnvelope>().id).toBe('a');
    const stop = start([deferring], { ackWaitMs: 2_000 });
    await handledBy(seen, 'a');
    await stop();
  });

  it('keep an event for longer than the redelivery timeout while they handle it', async () => {
    const seen: string[] = [];
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const stop = start(
      [
        consumer('slow', async ({ id }) => {
          seen.push(id);
          if (id === 'a') await held;
        }),
      ],
      { ackWaitMs: 600 },
    );
    await publish('a');
    await handledBy(seen, 'a');
    const begun = Date.now();
    await waitFor(
      async () => Date.now() - begun,
      (elapsed) => elapsed > 1_800,
    );
    release();
    await waitUntilAcknowledged();
    expect(seen).toEqual(['a']);
    await stop();
  });

  it('do not wait for a slow one, which continues in order from the database', async () => {
    const quick: string[] = [];
    const slow: string[] = [];
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const stop = start([
      consumer('quick', recorder(quick)),
      consumer('slow', async ({ id }) => {
        await held;
        slow.push(id);
      }),
    ]);
    // More than a process takes at once.
    const ids = Array.from({ length: 1_200 }, (_, n) => String(n));
    await Promise.all(ids.map((id) => publish(id)));
    await waitFor(
      async () => quick.length,
      (count) => count === ids.length,
    );
    expect(slow).toEqual([]);
    await publish('last');
    await handledBy(quick, 'last');
    release();
    await waitFor(
      async () => slow.length,
      (count) => count === ids.length + 1,
    );
    expect(slow).toEqual(quick);
    await waitFor(
      () => deferred.pending(),
      (rows) => rows.length === 0,
    );
    await stop();
  });

  it('share the events between processes, each of which handles an event once', async () => {
    const seen: string[][] = [[], []];
    const stops = seen.map((ids) => start([consumer('shared', recorder(ids))]));
    const ids = Array.from({ length: 50 }, (_, n) => String(n));
    for (const id of ids) await publish(id);
    await waitFor(
      async () => seen.flat().length,
      (count) => count >= ids.length,
    );
    await waitUntilAcknowledged();
    expect(seen.flat().toSorted()).toEqual(ids.toSorted());
    for (const stop of stops) await stop();
  });

  it('start with new events or with all, as they declare, also if they are added later', async () => {
    const ids: Record<string, string[]> = { first: [], all: [], new: [] };
    const named = (name: string, from: 'all' | 'new') => consumer(name, recorder(ids[name] ?? []), { from });
    await publish('before');
    await startOnce(named('first', 'new'));
    await publish('missed');
    const stop = start([named('first', 'new'), named('all', 'all'), named('new', 'new')]);
    await waitFor(durables, ({ length }) => length === 2);
    await publish('after');
    for (const seen of Object.values(ids)) await handledBy(seen, 'after');
    expect(ids).toEqual({ first: ['missed', 'after'], all: ['before', 'missed', 'after'], new: ['after'] });
    await stop();
    // Those that remain keep their position, and the former subscription is not listed any more.
    await waitUntilAcknowledged();
    await publish('later');
    const stopAgain = start([named('all', 'all')]);
    await handledBy(ids['all'] ?? [], 'later');
    expect(ids['all']).toEqual(['before', 'missed', 'after', 'later']);
    const [expected] = subscriptionsOf(service, [named('all', 'all')]);
    expect(currentDurables(await durables()).map(({ name }) => name)).toEqual([expected?.name]);
    await stopAgain();
  });

  it('return to an earlier set at the events that the later set has not handled', async () => {
    const ids: string[] = [];
    const kept = consumer('kept', recorder(ids));
    const added = consumer('added', async () => undefined);
    await publish('a');
    const stopEarlier = start([kept]);
    await handledBy(ids, 'a');
    await waitUntilAcknowledged();
    await stopEarlier();
    const stopLater = start([kept, added]);
    await publish('b');
    await handledBy(ids, 'b');
    await waitFor(durables, (all) => all.some(({ ack_floor: { stream_seq } }) => stream_seq === 2));
    await stopLater();
    await publish('c');
    const stop = start([kept]);
    await handledBy(ids, 'c');
    expect(ids).toEqual(['a', 'b', 'c']);
    await stop();
  });

  it('continue durable consumers of an earlier release, which had one for each consumer', async () => {
    const { consumers } = await jetstreamManager(connection());
    const durable = (name: string) =>
      consumers.add(streamOf(service), {
        durable_name: `${service}-${name}`,
        ack_policy: AckPolicy.Explicit,
        deliver_policy: DeliverPolicy.New,
        filter_subjects: [created()],
      });
    await publish('old');
    await durable('ahead');
    await durable('behind');
    const former = await jetstream(connection()).consumers.get(streamOf(service), `${service}-ahead`);
    await publish('handled');
    await (await former.next())?.ackAck();
    await publish('waiting');
    const [ahead, behind, other]: string[][] = [[], [], []] as [string[], string[], string[]];
    const stop = start([
      consumer('ahead', recorder(ahead!), { from: 'new' }),
      consumer('behind', recorder(behind!), { from: 'new' }),
      // Continues the work of a consumer of another service.
      consumer('other', recorder(other!), { from: 'new', continues: `${service}-ahead` }),
    ]);
    await publish('current');
    for (const seen of [ahead!, behind!, other!]) await handledBy(seen, 'current');
    expect(ahead).toEqual(['waiting', 'current']);
    expect(behind).toEqual(['handled', 'waiting', 'current']);
    expect(other).toEqual(['waiting', 'current']);
    const [own] = subscriptionsOf(service, [
      consumer('ahead', recorder([]), { from: 'new' }),
      consumer('behind', recorder([]), { from: 'new' }),
      consumer('other', recorder([]), { from: 'new' }),
    ]);
    expect(currentDurables(await durables()).map(({ name }) => name)).toEqual([own?.name]);
    await stop();
  });
});
