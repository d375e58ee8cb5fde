import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { NatsConnection, SubscriptionOptions } from '@nats-io/transport-node';
import { CacheInvalidation } from './cache-invalidation';
import type { EventBus } from '@forgemesh/events';
import { waitFor, unique } from '@forgemesh/testing';
import { openTestBus, silentLog } from '@forgemesh/testing/runtime';

/** Longer than a test takes, so an earlier result was caused by an acknowledgement. */
const LONG_MS = 60_000;
const timing = { heartbeatMs: 100, settleMs: 250 };

describe('CacheInvalidation', () => {
  let buses: EventBus[] = [];
  const members: CacheInvalidation<string>[] = [];
  const open = (topic: string, maxAgeMs: number, onInvalidate?: (key: string) => void) => {
    const { bus } = openTestBus();
    const member = new CacheInvalidation<string>({
      bus,
      topic,
      maxAgeMs,
      log: silentLog,
      ...timing,
      ...(onInvalidate && { onInvalidate }),
    });
    buses.push(bus);
    members.push(member);
    return { bus, member };
  };
  const settled = async (member: CacheInvalidation<string>) =>
    waitFor(() => Promise.resolve(member.mayCache()), Boolean);
  afterEach(async () => {
    members.splice(0).forEach((member) => member.close());
    await Promise.all(buses.map((bus) => bus.close()));
    buses = [];
  });

  it('resolves when every member has dropped the key', async () => {
    const topic = unique('topic');
    const dropped: string[][] = [[], []];
    const { member: one } = open(topic, LONG_MS, (key) => dropped[0]?.push(key));
    const { member: two } = open(topic, LONG_MS, (key) => dropped[1]?.push(key));
    expect([one.mayCache(), two.mayCache()]).toEqual([false, false]);
    await Promise.all([settled(one), settled(two)]);
    for (let n = 0; n < 100; n++) {
      await one.invalidate(`key ${n}`);
      // The caller drops the entries of its own process.
      expect(dropped).toEqual([[], Array.from({ length: n + 1 }, (_, index) => `key ${index}`)]);
    }
    await Promise.all([one.invalidate('a'), one.invalidate('b'), one.invalidate('a')]);
    expect(dropped[1]?.slice(100)).toEqual(['a', 'b']);
  });

  it('waits for a member that does not acknowledge until its entries have expired', async () => {
    const topic = unique('topic');
    const { bus, member } = open(topic, 700, () => undefined);
    await settled(member);
    bus.connection()?.publish(`cache_members.${topic}`, JSON.stringify({ id: 'one that hangs' }));
    await bus.connection()?.flush();
    const startedAt = Date.now();
    await member.invalidate('key');
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(699);

    bus.connection()?.publish(`cache_members.${topic}`, JSON.stringify({ id: 'one that hangs', leaves: true }));
    await bus.connection()?.flush();
    const later = Date.now();
    await member.invalidate('key');
    expect(Date.now() - later).toBeLessThan(699);
  });

  it('does not wait for a member that leaves during an invalidation', async () => {
    const topic = unique('topic');
    const { bus, member } = open(topic, LONG_MS, () => undefined);
    await settled(member);
    bus.connection()?.publish(`cache_members.${topic}`, JSON.stringify({ id: 'other' }));
    await bus.connection()?.flush();
    const invalidated = member.invalidate('key');
    await pause(20);
    bus.connection()?.publish(`cache_members.${topic}`, JSON.stringify({ id: 'other', leaves: true }));
    await invalidated;
  });

  it('disables the cache while disconnected, and waits for invalidations of a disconnected publisher', async () => {
    const { bus } = openTestBus();
    let isConnected = true;
    const cut = { ...bus, connection: () => (isConnected ? bus.connection() : undefined) };
    const options = {
      bus: cut,
      topic: unique('topic'),
      log: silentLog,
      maxAgeMs: 300,
      onInvalidate: () => undefined,
      ...timing,
    };
    const member = new CacheInvalidation<string>(options);
    members.push(member);
    buses.push(bus);
    await settled(member);
    isConnected = false;
    expect(member.mayCache()).toBe(false);
    const startedAt = Date.now();
    await member.invalidate('key');
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(299);
  });

  it.each([
    ['a member', () => undefined],
    ['a process that only publishes', undefined],
  ])('lets %s wait if its connection was lost without notice', async (_name, onInvalidate) => {
    const { bus } = openTestBus();
    buses.push(bus);
    let isLost = false;
    let lossy: NatsConnection | undefined;
    const loseMessages = (connection: NatsConnection): NatsConnection =>
      (lossy ??= new Proxy(connection, {
        get(target, name) {
          if (name === 'publish') return isLost ? () => undefined : target.publish.bind(target);
          if (name === 'flush') return () => (isLost ? new Promise(() => undefined) : target.flush());
          if (name !== 'subscribe') return Reflect.get(target, name);
          return (subject: string, options: SubscriptionOptions) =>
            target.subscribe(subject, {
              callback: (error, message) => (isLost ? undefined : options.callback?.(error, message)),
            });
        },
      }));
    const process = new CacheInvalidation<string>({
      bus: {
        ...bus,
        connection: () => lossy,
        onConnected: (listener) => bus.onConnected((connection) => listener(loseMessages(connection))),
      },
      topic: unique('topic'),
      maxAgeMs: 700,
      log: silentLog,
      ...timing,
      ...(onInvalidate && { onInvalidate }),
    });
    members.push(process);
    const invalidationMs = async (): Promise<number> => {
      const startedAt = Date.now();
      await process.invalidate('key');
      return Date.now() - startedAt;
    };
    // Until the heartbeats of all members must have arrived, every invalidation waits.
    await waitFor(invalidationMs, (ms) => ms < 699);
    isLost = true;
    const clock = performance.now.bind(performance);
    const spy = jest.spyOn(performance, 'now').mockImplementation(() => clock() + 10_000);
    const waitedMs = await invalidationMs();
    spy.mockRestore();
    expect(waitedMs).toBeGreaterThanOrEqual(699);
  });

  it('ignores invalid messages', async () => {
    const topic = unique('topic');
    const dropped: string[] = [];
    const { bus, member } = open(topic, LONG_MS, (key) => dropped.push(key));
    const { member: other } = open(topic, 100);
    await settled(member);
    for (const subject of [`cache.${topic}`, `cache_members.${topic}`]) {
      for (const text of ['', '{', 'null', '[]', '{"keys":1}']) bus.connection()?.publish(subject, text);
    }
    await bus.connection()?.flush();
    await waitFor(
      async () => {
        await other.invalidate('key');
        return dropped;
      },
      (keys) => keys.includes('key'),
    );
  });
});
