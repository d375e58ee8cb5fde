import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import {
  type AnyConsumer,
  createDeferredEvents,
  type DeferredEvents,
  type EventEnvelope,
  streamOf,
  subscriptionsOf,
} from '@forgemesh/events';
import { type EntityDocument, entitySchema } from '../mongo';
import { isDuplicateKey } from '../write-conflicts';
import { EventParts } from './entity-store';
import { newEntry, type NewEvent } from './outbox-entry';
import { type CallContext, runInScope, withLogScope } from '@forgemesh/telemetry';
import { waitFor } from '@forgemesh/testing';
import {
  openTestDatabase,
  openTestOutbox,
  readVariable,
  reopenTestDatabase,
  startTestConsumers,
} from '@forgemesh/testing/runtime';

declare module '../../../events/src/event-types' {
  interface EventTypes {
    /** Each test uses its own service name. */
    [type: `${string}.thing.${string}`]: { entity: { id: number; name: string }; changes: { name?: [string, string] } };
  }
}

interface Thing extends EntityDocument {
  name: string;
}

const schema = entitySchema<Thing>('things', { name: String });
schema.index({ name: 1 }, { unique: true });

describe('EntityStore and Outbox', () => {
  let setup: Awaited<ReturnType<typeof openTestOutbox>>;
  const open = async () => {
    const model = setup.connection.models['thing'] ?? setup.connection.model<Thing>('thing', schema);
    return setup.outbox.store<Thing>(model as never, ({ _id, name }) => ({ id: _id, name }));
  };
  const event = (type: string): NewEvent => ({
    type: `${setup.service}.thing.${type}`,
    actor: 7,
    changes: { name: ['a', 'b'] },
  });

  let deferred: DeferredEvents;
  const following = (name: string) => ({ name, events: [`${setup.service}.thing.>`], from: 'all' }) as const;
  /** Name of the subscription of a consumer. */
  const subscriptionOf = (name: string) => subscriptionsOf(setup.service, [following(name)])[0]?.name ?? '';

  /** Starts a consumer of the service's events. */
  const start = (
    name: string,
    effect:
      | { handle: (event: EventEnvelope) => Promise<void> }
      | { handleAll: (events: EventEnvelope[]) => Promise<void>; acrossRequests?: boolean; maxEvents?: number },
    ackWaitMs = 60_000,
    maxDeliveries = 7,
    keep: (letter: EventEnvelope) => Promise<void> = async () => undefined,
  ) => {
    const consumer: AnyConsumer<null> = { ...following(name), ...effect };
    const dead: EventEnvelope[] = [];
    const stop = startTestConsumers(setup.service, [consumer], {
      bus: setup.bus,
      deps: null,
      deferred,
      maxDeliveries,
      ackWaitMs,
      deadLetter: async (_consumer, letter) => {
        await keep(letter);
        dead.push(letter);
      },
    });
    return { stop, dead };
  };
  const follow = (name: string, handle: (event: EventEnvelope) => Promise<void>) => start(name, { handle });

  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    setup = await openTestOutbox({ database: reopenTestDatabase(database) });
    deferred = createDeferredEvents(setup.connection);
    // Without a sweep, events are published only while there is a connection.
    await new Promise<void>((resolve) => setup.bus.onConnected(() => Promise.resolve(resolve())));
  });
  afterEach(() => setup.close());

  it('returns prefetched events when a consumer stops, and the next one handles them', async () => {
    const things = await open();
    let release: () => void = () => undefined;
    const first: EventEnvelope[] = [];
    const stopping = follow('returned', async (each) => {
      first.push(each);
      await new Promise<void>((resolve) => (release = resolve));
    });
    for (const name of ['a', 'b', 'c']) await things.insert({ _id: await things.nextId(), name }, [event('created')]);
    setup.outbox.startSweep();
    await waitFor(
      async () => first.length,
      (length) => length === 1,
    );
    const manager = await jetstreamManager(setup.bus.connection() as NatsConnection);
    const infoOf = () => manager.consumers.info(streamOf(setup.service), subscriptionOf('returned'));
    await waitFor(infoOf, ({ num_ack_pending: delivered }) => delivered === 3);
    const stopped = stopping.stop();
    release();
    await stopped;
    expect(first).toHaveLength(1);
    // The redelivery timeout of a minute is not awaited.
    const next: EventEnvelope[] = [];
    const { stop } = follow('returned', async (each) => void next.push(each));
    await waitFor(
      async () => next.length,
      (length) => length === 2,
    );
    await stop();
    expect([...first, ...next].map(({ data }) => (data.entity as { name: string }).name).sort()).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('publishes the event of an insert with the entity as presented and empties the outbox', async () => {
    const things = await open();
    const seen: EventEnvelope[] = [];
    const { stop } = follow('seen', async (each) => void seen.push(each));
    await things.insert({ _id: await things.nextId(), name: 'a' }, [event('created')]);
    setup.outbox.startSweep();
    await waitFor(
      async () => seen.length,
      (count) => count === 1,
    );
    expect(seen[0]).toMatchObject({
      specversion: '1.0',
      type: `${setup.service}.thing.created`,
      source: `/forgemesh/${setup.service}`,
      subject: '1',
      actor: 7,
      data: { entity: { id: 1, name: 'a' }, version: 1, changes: { name: ['a', 'b'] } },
    });
    await waitFor(
      () => things.find(1),
      (thing) => thing?.outbox === undefined && thing?.outbox_at === undefined,
    );
    await stop();
  });

  it('publishes an event for each entity of a document that has several, with the same ids again', async () => {
    const model = setup.connection.models['thing'] ?? setup.connection.model<Thing>('thing', schema);
    const things = setup.outbox.store<Thing>(
      model as never,
      ({ name }) =>
        new EventParts(async function* () {
          yield [1, 2].map((id) => ({ subject: id, entity: { id, name } }));
          yield [{ subject: 3, entity: { id: 3, name } }];
        }),
    );
    const publish = jest.spyOn(setup.bus, 'publish');
    await things.insert({ _id: await things.nextId(), name: 'many' }, [event('created')]);
    await waitFor(
      () => Promise.resolve(publish.mock.calls.length),
      (count) => count === 3,
    );
    const first = publish.mock.calls.map(([{ id, subject, data }]) => [id, subject, data.entity]);
    const [[id]] = first as [[string]];
    expect(first).toEqual([
      [id, '1', { id: 1, name: 'many' }],
      [`${id}-1`, '2', { id: 2, name: 'many' }],
      [`${id}-2`, '3', { id: 3, name: 'many' }],
    ]);
    publish.mockRestore();
  });

  it('does not count an outage of the database as an attempt of an event', async () => {
    const things = await open();
    let calls = 0;
    const { stop, dead } = start(
      'outage',
      {
        handle: async () => {
          calls++;
          // The error of the driver if the database is unavailable; then one failure of the event
          // itself.
          if (calls <= 2) throw Object.assign(new Error('connection closed'), { name: 'MongoNetworkError' });
          if (calls === 3) throw new Error('fails once');
        },
      },
      60_000,
      2,
    );
    await things.insert({ _id: await things.nextId(), name: 'a' }, [event('created')]);
    setup.outbox.startSweep();
    await waitFor(
      async () => calls,
      (count) => count === 4,
    );
    expect(dead).toEqual([]);
    await stop();
  });

  it('counts commands that take too long, then sets the event aside and handles the others', async () => {
    const things = await open();
    const handled: string[] = [];
    const { stop, dead } = start(
      'slow',
      {
        handle: async ({ data }) => {
          const { name } = data.entity as { name: string };
          // The error of the driver if a command exceeds its time limit.
          if (name === 'large')
            throw Object.assign(new Error('connection 1 to db timed out'), { name: 'MongoNetworkTimeoutError' });
          handled.push(name);
        },
      },
      60_000,
      2,
    );
    for (const name of ['large', 'small'])
      await things.insert({ _id: await things.nextId(), name }, [event('created')]);
    setup.outbox.startSweep();
    await waitFor(
      async () => dead.length,
      (count) => count === 1,
    );
    expect(dead[0]?.data.entity).toMatchObject({ name: 'large' });
    expect(handled).toEqual(['small']);
    await stop();
  });

  it('continues if a dead letter cannot be stored, and stores it later', async () => {
    const things = await open();
    let keeps = 0;
    const seen: EventEnvelope[] = [];
    const { stop, dead } = start(
      'unkept',
      {
        handle: async (each) => {
          seen.push(each);
          throw new Error('fails always');
        },
      },
      60_000,
      1,
      async () => {
        keeps++;
        if (keeps === 1) throw new Error('the database is unavailable');
      },
    );
    await things.insert({ _id: await things.nextId(), name: 'a' }, [event('created')]);
    setup.outbox.startSweep();
    await waitFor(
      async () => dead.length,
      (count) => count === 1,
    );
    expect([keeps, seen.length]).toEqual([2, 2]);
    await stop();
  });

  it('contains the origin of the request that caused an event', async () => {
    const things = await open();
    const seen: EventEnvelope[] = [];
    const { stop } = follow('origins', async (each) => void seen.push(each));
    const context = { address: '192.0.2.7', token_id: 3, real_user_id: 1 } as CallContext;
    await runInScope({ fields: { request_id: 'r' }, context }, () =>
      things.insert({ _id: 1, name: 'a' }, [event('created')]),
    );
    await things.mutate(1, () => ({ set: { name: 'b' }, events: [event('updated')] }));
    setup.outbox.startSweep();
    await waitFor(
      async () => seen.length,
      (count) => count === 2,
    );
    expect(seen[0]).toMatchObject({ clientaddress: '192.0.2.7', tokenid: 3, realactor: 1, correlationid: 'r' });
    expect(seen[1]).not.toHaveProperty('clientaddress');
    await stop();
  });

  it('publishes an event without a document, once per id', async () => {
    const seen: EventEnvelope[] = [];
    const { stop } = follow('records', async (each) => void seen.push(each));
    const record = (id: string) =>
      setup.outbox.record(
        { ...event('tried'), id, origin: { address: '192.0.2.8' } },
        { subject: 5, entity: { id: 5, name: 'x' } },
      );
    await Promise.all([record('one'), record('one'), record('two')]);
    setup.outbox.startSweep();
    await waitFor(
      async () => seen.length,
      (count) => count >= 2,
    );
    expect(seen.map(({ id }) => id).sort()).toEqual(['one', 'two']);
    expect(seen[0]).toMatchObject({ subject: '5', clientaddress: '192.0.2.8', data: { entity: { name: 'x' } } });
    await waitFor(
      () => setup.connection.collection('pending_deletions').countDocuments(),
      (count) => count === 0,
    );
    await stop();
  });

  it('inserts concurrent documents, each with its event, except one that is refused', async () => {
    const things = await open();
    const seen: number[] = [];
    const { stop } = follow('together', async ({ data }) => void seen.push((data.entity as Thing & { id: number }).id));
    await setup.ensureIndexes();
    const taken = await things.insert({ _id: await things.nextId(), name: 'taken' });
    const names = ['a', 'b', 'taken', 'c', 'd'];
    const insertions = names.map(async (name) =>
      things.insert({ _id: await things.nextId(), name }, [event('created')]),
    );
    const outcomes = await Promise.allSettled(insertions);
    expect(outcomes.map(({ status }) => status)).toEqual(
      names.map((name) => (name === 'taken' ? 'rejected' : 'fulfilled')),
    );
    const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(isDuplicateKey(refused.reason)).toBe(true);
    const stored = await things.model.find({ _id: { $ne: taken._id } }).lean();
    expect(stored.map(({ name }) => name).toSorted()).toEqual(['a', 'b', 'c', 'd']);
    await waitFor(
      async () => seen.length,
      (count) => count === 4,
    );
    expect(seen.toSorted((one, other) => one - other)).toEqual(
      stored.map(({ _id: id }) => id).toSorted((one, other) => one - other),
    );
    await waitFor(
      () => things.model.countDocuments({ outbox_at: { $exists: true } }),
      (count) => count === 0,
    );
    await stop();
  });

  it('inserts a document although another one fails the command', async () => {
    const things = await open();
    const names = ['a', 'x'.repeat(17 * 1024 * 1024), 'b'];
    const outcomes = await Promise.allSettled(
      names.map(async (name) => things.insert({ _id: await things.nextId(), name })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await things.model.distinct('name')).toEqual(['a', 'b']);
  });

  it('clears published events of several documents together, and keeps newer ones', async () => {
    const things = await open();
    const documents = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => things.insert({ _id: await things.nextId(), name })),
    );
    const entries = (id: string) => [{ ...newEntry(event('updated'), 2), id }];
    const published = documents.map((document, at) => ({ ...document, version: 2, outbox: entries(`${at}`) }));
    const newer = newEntry(event('updated'), 3);
    for (const { _id, version, outbox } of published)
      await things.model.updateOne({ _id }, { $set: { version, outbox, outbox_at: new Date() } });
    // The second has changed since it was published.
    await things.model.updateOne({ _id: published[1]?._id }, { $set: { version: 3 }, $push: { outbox: newer } });
    for (const document of published) things.published.add(document as Thing);
    await things.clearPublished();
    const after = await things.findAll(documents.map(({ _id }) => _id));
    expect(after.map(({ outbox }) => outbox?.map(({ id }) => id))).toEqual([undefined, [newer.id], undefined]);
    expect(after.map(({ outbox_at: at }) => at !== undefined)).toEqual([false, true, false]);
  });

  it('removes published events with the next change of the document', async () => {
    const things = await open();
    jest.spyOn(setup.outbox, 'flushSoon').mockImplementation(() => undefined);
    const [published, pending] = ['published', 'pending'].map((id) => ({ ...newEntry(event('updated'), 1), id }));
    const insertWith = async (...outbox: (typeof published)[]): Promise<Thing> => {
      const thing = await things.insert({ _id: await things.nextId(), name: `${await things.nextId()}` });
      await things.model.updateOne({ _id: thing._id }, { $set: { outbox, outbox_at: new Date(0) } });
      return (await things.find(thing._id)) as Thing;
    };
    const [all, some, silent] = [
      await insertWith(published),
      await insertWith(published, pending),
      await insertWith(published),
    ];
    things.published.add(all);
    things.published.add({ ...some, outbox: [published] as never });
    things.published.add(silent);
    const change = { events: [{ ...event('updated'), id: 'new' } as NewEvent] };
    const changed = [
      await things.change(all, change),
      await things.change(some, change),
      await things.change(silent, { set: { name: 'silent' } }),
    ];
    expect(changed.map((thing) => thing?.outbox?.map(({ id }) => id))).toEqual([
      ['new'],
      ['published', 'pending', 'new'],
      undefined,
    ]);
    expect(changed.map((thing) => thing?.outbox_at && thing.outbox_at > new Date(0))).toEqual([true, true, undefined]);
    jest.restoreAllMocks();
  });

  it('marks a document with a new event although the earlier ones were removed since it was read', async () => {
    const things = await open();
    jest.spyOn(setup.outbox, 'flushSoon').mockImplementation(() => undefined);
    await things.insert({ _id: 1, name: 'a' }, [event('created')]);
    const read = (await things.find(1)) as Thing;
    await things.model.updateOne({ _id: 1 }, { $unset: { outbox: 1, outbox_at: 1 } });
    const changed = await things.change(read, { events: [event('updated')] });
    expect(changed?.outbox).toHaveLength(1);
    expect(changed?.outbox_at).toBeInstanceOf(Date);
    jest.restoreAllMocks();
  });

  it('returns the existing document when a write is repeated', async () => {
    const things = await open();
    await setup.ensureIndexes();
    const first = await things.insert({ _id: 1, name: 'a', operation_id: 'op' });
    const again = await things.insert({ _id: 2, name: 'a', operation_id: 'op' });
    expect(again._id).toBe(first._id);
    const other = await things.insert({ _id: 3, name: 'a', operation_id: 'other' }).catch((error: unknown) => error);
    expect(isDuplicateKey(other)).toBe(true);
  });

  it('loses no change when many mutate one document concurrently', async () => {
    const things = await open();
    await things.insert({ _id: 1, name: '' });
    await Promise.all(
      [...'abcdefgh'].map((letter) =>
        things.mutate(1, (thing) => ({ set: { name: thing.name + letter }, events: [event('updated')] })),
      ),
    );
    const thing = await things.find(1);
    expect([...(thing?.name ?? '')].sort().join('')).toBe('abcdefgh');
    expect(thing?.version).toBe(9);
  });

  it('changes many documents in one command, except one that has changed in between', async () => {
    const things = await open();
    const seen: EventEnvelope[] = [];
    const { stop } = follow('many', async (each) => void seen.push(each));
    setup.outbox.startSweep();
    const created = await Promise.all([3, 1, 2].map((_id) => things.insert({ _id, name: 'a' })));
    await things.mutate(2, () => ({ set: { name: 'b' } }));
    const change = { set: { name: 'c' }, events: [event('updated')] };
    await things.changeAll(created.map((document) => ({ document, change })));
    await waitFor(
      async () => seen.length,
      (count) => count === 2,
    );
    expect(seen.map(({ subject }) => subject).sort()).toEqual(['1', '3']);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(2);
    expect(seen[0]?.data).toMatchObject({ entity: { name: 'c' }, version: 2 });
    expect(await things.find(2)).toMatchObject({ name: 'b', version: 2 });
    await waitFor(
      () => things.findAll([1, 2, 3]),
      (all) => all.length === 3 && all.every(({ outbox, outbox_at: at }) => outbox === undefined && at === undefined),
    );
    await stop();
  });

  it('passes events of one request together, or those of several; a failing event does not affect the others', async () => {
    const things = await open();
    await waitFor(async () => setup.bus.isConnected(), Boolean);
    const cause = (request: string, ids: number[]) =>
      withLogScope({ request_id: request }, async () => {
        for (const _id of ids) await things.insert({ _id, name: 'a' }, [event('created')]);
      });
    setup.outbox.startSweep();
    await cause('before', [0]);
    await cause('first', [1, 2, 3]);
    await cause('second', [4]);
    await waitFor(
      () => things.findAll([0, 1, 2, 3, 4]),
      (all) => all.length === 5 && all.every(({ outbox }) => outbox === undefined),
    );
    /** Events may arrive in several parts: the first is held until all of them have arrived. */
    const waitUntilAllArrived = async (consumer: string, events: readonly EventEnvelope[]): Promise<void> => {
      if (events.every(({ subject }) => subject !== '0')) return;
      const { consumers } = await jetstreamManager(setup.bus.connection() as NatsConnection);
      await waitFor(
        () => consumers.info(streamOf(setup.service), subscriptionOf(consumer)),
        ({ num_ack_pending: count }) => count === 5,
      );
    };
    const calls: string[] = [];
    const { stop } = start('together', {
      async handleAll(events) {
        await waitUntilAllArrived('together', events);
        calls.push(events.map(({ subject }) => subject).join());
        if (calls.filter((call) => call.includes('2')).length < 3 && events.some(({ subject }) => subject === '2'))
          throw new Error('not yet');
      },
    });
    await waitFor(
      async () => calls,
      ({ length }) => length === 7,
    );
    expect(calls).toEqual(['0', '1,2,3', '1', '2', '3', '4', '2']);
    await stop();
    const all: string[] = [];
    const across = start('across', {
      acrossRequests: true,
      async handleAll(events) {
        await waitUntilAllArrived('across', events);
        all.push(events.map(({ subject }) => subject).join());
      },
    });
    await waitFor(
      async () => all.join(),
      (seen) => seen === '0,1,2,3,4',
    );
    await across.stop();
    const limited: string[] = [];
    const inParts = start('in-parts', {
      acrossRequests: true,
      maxEvents: 2,
      async handleAll(events) {
        limited.push(events.map(({ subject }) => subject).join());
      },
    });
    await waitFor(
      async () => limited.join(),
      (seen) => seen === '0,1,2,3,4',
    );
    expect(limited.every((subjects) => subjects.split(',').length <= 2)).toBe(true);
    await inParts.stop();
    expect(all.length).toBeLessThanOrEqual(2);
    await across.stop();
  });

  it('publishes pending events of a deleted document', async () => {
    const things = await open();
    setup.outbox.startSweep();
    const seen: string[] = [];
    const { stop } = follow('last-words', async ({ type, subject }) => void (subject === '7' && seen.push(type)));
    const thing = await things.insert({ _id: 7, name: 'a' });
    const unpublished = { ...thing, outbox: [newEntry(event('renamed'), 2)] };
    expect(await things.remove(unpublished, event('deleted'))).toBe(true);
    const type = (what: string) => event(what).type;
    await waitFor(
      async () => seen,
      (types) => types.at(-1) === type('deleted'),
    );
    expect(seen.slice(-2)).toEqual([type('renamed'), type('deleted')]);
    await stop();
  });

  it('publishes a deletion once the document is deleted', async () => {
    const things = await open();
    const seen: EventEnvelope[] = [];
    const { stop } = follow('deletions', async (each) => void seen.push(each));
    const thing = await things.insert({ _id: 1, name: 'a' });
    expect(await things.remove(thing, event('deleted'))).toBe(true);
    expect(await things.remove(thing, event('deleted'))).toBe(false);
    setup.outbox.startSweep();
    await waitFor(
      async () => seen.length,
      (count) => count === 1,
    );
    expect(seen[0]?.data.entity).toEqual({ id: 1, name: 'a' });
    await stop();
  });

  it('deletes an unchanged document only, if the caller requires it', async () => {
    const things = await open();
    const seen: EventEnvelope[] = [];
    const { stop } = follow('unchanged', async (each) => void seen.push(each));
    const thing = await things.insert({ _id: 1, name: 'a' });
    const changed = await things.mutate(1, () => ({ set: { name: 'b' } }));
    expect(await things.removeUnchanged(thing, event('deleted'))).toBe(false);
    expect(await things.find(1)).toMatchObject({ name: 'b' });
    expect(await things.removeUnchanged(changed as Thing, event('deleted'))).toBe(true);
    expect(await things.removeUnchanged(changed as Thing, event('deleted'))).toBe(false);
    await waitFor(
      async () => seen.length,
      (count) => count === 1,
    );
    expect(seen[0]?.data.entity).toEqual({ id: 1, name: 'b' });
    await stop();
  });

  it('retries a failing event and stores a dead letter when it fails permanently', async () => {
    const things = await open();
    const tries: string[] = [];
    const { stop } = follow('failing', async (each) => {
      tries.push(each.id);
      if (tries.length < 3) throw new Error('not yet');
    });
    setup.outbox.startSweep();
    await things.insert({ _id: 1, name: 'a' }, [event('created')]);
    await waitFor(
      async () => tries.length,
      (count) => count === 3,
    );
    expect(new Set(tries).size).toBe(1);
    await stop();
  });

  it('keeps the position of a consumer when its settings change', async () => {
    const things = await open();
    setup.outbox.startSweep();
    const seen: string[] = [];
    const take = { handle: async ({ subject }: EventEnvelope) => void seen.push(subject) };
    for (const [at, ackWaitMs] of [60_000, 30_000].entries()) {
      const { stop } = start('changing', take, ackWaitMs);
      await things.insert({ _id: at, name: 'a' }, [event('created')]);
      await waitFor(
        async () => seen.length,
        (count) => count > at,
      );
      await stop();
      const { consumers } = await jetstreamManager(setup.bus.connection() as NatsConnection);
      const info = await waitFor(
        () => consumers.info(streamOf(setup.service), subscriptionOf('changing')),
        ({ num_ack_pending: count }) => count === 0,
      );
      expect(info.config.ack_wait).toBe(nanos(ackWaitMs));
    }
    expect(seen).toEqual(['0', '1']);
  });

  it('publishes events after a crash', async () => {
    const things = await open();
    const script = join(__dirname, '../testing', 'crash-before-publish.cjs');
    const child = fork(script, [setup.database, setup.service], { execArgv: [] });
    const [, signal] = (await once(child, 'exit')) as [number | null, string];
    expect(signal).toBe('SIGKILL');
    expect((await things.find(1))?.outbox).toHaveLength(1);

    const seen: EventEnvelope[] = [];
    const { stop } = follow('after-crash', async (each) => void seen.push(each));
    setup.outbox.startSweep();
    await waitFor(
      async () => seen.length,
      (count) => count === 1,
    );
    expect(seen[0]).toMatchObject({ subject: '1', data: { entity: { name: 'written before the crash' } } });
    await stop();
  });

  it('finishes a deletion that a crash interrupted after the document was deleted, and discards one interrupted before', async () => {
    const things = await open();
    const pending = setup.connection.collection('pending_deletions');
    const cutOff = (id: number) => ({
      _id: `event-${id}` as never,
      collection_name: 'things',
      document_id: id,
      at: new Date(0),
      event: {
        id: `event-${id}`,
        type: `${setup.service}.thing.deleted`,
        subject: String(id),
        data: { entity: {}, version: 2, changes: {} },
      },
    });
    await things.insert({ _id: 2, name: 'still there' });
    await pending.insertMany([cutOff(1), cutOff(2)]);
    const seen: string[] = [];
    const { stop } = follow('cut-off', async (each) => void seen.push(each.subject));
    setup.outbox.startSweep();
    await waitFor(
      () => pending.countDocuments(),
      (count) => count === 0,
    );
    await waitFor(
      async () => seen.length,
      (count) => count === 1,
    );
    expect(seen).toEqual(['1']);
    await stop();
  });

  it('keeps events while NATS is unavailable and publishes them when it is back', async () => {
    const relay = await openRelay(readVariable('FORGE_TEST_NATS_URL'));
    const disconnected = await openTestOutbox({ natsUrl: relay.url, database: reopenTestDatabase(database) });
    const things = disconnected.outbox.store<Thing>(
      disconnected.connection.model<Thing>('thing', schema),
      ({ _id, name }) => ({
        id: _id,
        name,
      }),
    );
    await waitFor(async () => disconnected.bus.isConnected(), Boolean);
    await relay.cut();
    await waitFor(
      async () => disconnected.bus.isConnected(),
      (connected) => !connected,
    );

    await things.insert({ _id: 1, name: 'a' }, [{ type: `${disconnected.service}.thing.created`, actor: null }]);
    disconnected.outbox.startSweep();
    expect((await things.find(1))?.outbox).toHaveLength(1);

    await relay.mend();
    await waitFor(
      () => things.find(1),
      (thing) => thing?.outbox === undefined,
    );
    await disconnected.close();
    await relay.cut();
  });

  it('refuses writes with events with 503 when too many are pending', async () => {
    const full = await openTestOutbox({ limit: 0, database: reopenTestDatabase(database) });
    const things = full.outbox.store<Thing>(full.connection.model<Thing>('thing', schema), () => ({}));
    await expect(things.insert({ _id: 1, name: 'a' }, [event('created')])).rejects.toMatchObject({
      reason: 'unavailable',
    });
    expect(await things.find(1)).toBeNull();
    await full.close();
  });
});

/** A relay to a server that can cut the connections. */
async function openRelay(target: string) {
  const { hostname, port, username, password } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const upstream = connect(Number(port), hostname);
    for (const end of [socket, upstream]) {
      sockets.add(end);
      end.on('error', () => end.destroy());
      end.on('close', () => sockets.delete(end));
    }
    socket.pipe(upstream).pipe(socket);
  });
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  return {
    url: `nats://${username}:${password}@127.0.0.1:${own}`,
    async cut() {
      const closed = once(server, 'close');
      server.close();
      sockets.forEach((socket) => socket.destroy());
      await closed;
    },
    mend: () => listen(own),
  };
}
