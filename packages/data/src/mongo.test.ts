import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Schema, type Connection } from 'mongoose';
import { fromDatabaseError } from '@forgemesh/errors';
import { connectDatabase } from './mongo';
import { isDuplicateKey, retryWriteConflicts } from './write-conflicts';
import { openTestDatabase, readVariable } from '@forgemesh/testing/runtime';

/** One test for each database feature that the services rely on: run it on the engine in use. */
describe('the storage engine', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let connection: Connection;

  beforeAll(async () => {
    database = await openTestDatabase();
    connection = database.connection;
  });
  afterAll(() => database.close());

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- documents of many shapes
  const collection = (name: string) => connection.collection<any>(name);

  it('refuses a second document under a unique index with code 11000', async () => {
    const users = collection('unique');
    await users.createIndex({ name: 1 }, { unique: true });
    await users.insertOne({ _id: 1, name: 'a' });
    const error = await users.insertOne({ _id: 2, name: 'a' }).catch((thrown: unknown) => thrown);
    expect(isDuplicateKey(error)).toBe(true);
    expect(await users.countDocuments()).toBe(1);
  });

  it('lets one of two writers win that change documents to the same key concurrently', async () => {
    const users = collection('rivals');
    await users.createIndex({ keys: 1 }, { unique: true });
    for (let round = 0; round < 20; round++) {
      await users.insertMany([0, 1].map((side) => ({ _id: `${round}-${side}`, keys: [`own ${round}-${side}`] })));
      const outcomes = await Promise.all(
        [0, 1].map((side) =>
          retryWriteConflicts(() =>
            users.findOneAndUpdate(
              { _id: `${round}-${side}` },
              { $set: { keys: [`own ${round}-${side}`, `shared ${round}`] } },
            ),
          ).then(() => 'won', isDuplicateKey),
        ),
      );
      expect(outcomes.sort()).toEqual([true, 'won']);
    }
  });

  it('lets one of many writers win that insert the same key concurrently', async () => {
    const users = collection('crowd');
    await users.createIndex({ name: 1 }, { unique: true });
    for (let round = 0; round < 10; round++) {
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, (_, side) =>
          retryWriteConflicts(() => users.insertOne({ _id: `${round}-${side}`, name: `shared ${round}` })).then(
            () => 'won',
            (error: unknown) => (isDuplicateKey(error) ? 'lost' : error),
          ),
        ),
      );
      expect(outcomes.sort()).toEqual([...Array.from({ length: 9 }, () => 'lost'), 'won']);
    }
  });

  it('stores each document once if several writers insert the same ones concurrently', async () => {
    const rows = collection('together');
    await rows.createIndex({ key: 1 }, { unique: true });
    const ignoreDuplicate = (error: unknown) => (isDuplicateKey(error) ? 'known' : error);
    for (let round = 0; round < 10; round++) {
      const insert = (side: number) =>
        rows.insertMany(
          [0, 1, 2].map((n) => ({ _id: `${round}-${side}-${n}`, key: `${round}-${n}` })),
          { ordered: false },
        );
      const outcomes = await Promise.all(
        Array.from({ length: 4 }, (_, side) =>
          retryWriteConflicts(() => insert(side)).then(() => 'stored', ignoreDuplicate),
        ),
      );
      expect(outcomes.filter((outcome) => outcome !== 'stored' && outcome !== 'known')).toEqual([]);
      expect(await rows.countDocuments({ key: { $in: [0, 1, 2].map((n) => `${round}-${n}`) } })).toBe(3);
    }
  });

  it('lets many documents miss the field of a sparse unique index', async () => {
    const rows = collection('sparse');
    await rows.createIndex({ key: 1 }, { unique: true, sparse: true });
    await rows.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3, key: 'k' }]);
    const error = await rows.insertOne({ _id: 4, key: 'k' }).catch((thrown: unknown) => thrown);
    expect(isDuplicateKey(error)).toBe(true);
  });

  it('draws each number of a sequence once, even if the first draws are concurrent', async () => {
    for (let round = 0; round < 20; round++) {
      const draws = await Promise.all(Array.from({ length: 8 }, () => database.sequences.next(`parallel-${round}`)));
      expect([...draws].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    }
  });

  it('raises a sequence and never lowers it', async () => {
    await database.sequences.raise('raised', 41);
    await database.sequences.raise('raised', 7);
    expect(await database.sequences.next('raised')).toBe(42);
    expect(await database.sequences.next('raised', 5)).toBe(43);
    expect(await database.sequences.next('raised')).toBe(48);
  });

  it('changes a document only if the filter still matches', async () => {
    const rows = collection('optimistic');
    await rows.insertOne({ _id: 1, version: 1, value: 'a' });
    const results = await Promise.all(
      ['b', 'c', 'd'].map((value) => rows.updateOne({ _id: 1, version: 1 }, { $set: { value }, $inc: { version: 1 } })),
    );
    expect(results.map(({ modifiedCount }) => modifiedCount).sort()).toEqual([0, 0, 1]);
    expect(await rows.findOne({ _id: 1 })).toMatchObject({ version: 2 });
  });

  it('pushes with $each, pulls by a field of an element and unsets', async () => {
    const rows = collection('arrays');
    await rows.insertOne({ _id: 1, outbox: [{ id: 'a' }], outbox_at: new Date() });
    await rows.updateOne({ _id: 1 }, { $push: { outbox: { $each: [{ id: 'b' }, { id: 'c' }] } } as never });
    await rows.updateOne({ _id: 1 }, { $pull: { outbox: { id: { $in: ['a', 'c'] } } } as never });
    expect(await rows.findOne({ _id: 1 })).toMatchObject({ outbox: [{ id: 'b' }] });
    await rows.updateOne({ _id: 1, outbox: { $size: 1 } }, { $unset: { outbox: 1, outbox_at: 1 } });
    expect(await rows.findOne({ _id: 1 })).toEqual({ _id: 1 });
  });

  it('finds by every value of a multikey field', async () => {
    const rows = collection('trigrams');
    await rows.createIndex({ trigrams: 1 });
    await rows.insertMany([
      { _id: 1, trigrams: ['for', 'org', 'rge'] },
      { _id: 2, trigrams: ['for'] },
    ]);
    expect(await rows.find({ trigrams: { $all: ['for', 'rge'] } }).toArray()).toHaveLength(1);
  });

  it('sorts by several fields, skips and limits', async () => {
    const rows = collection('sorted');
    await rows.createIndex({ group: 1, _id: -1 });
    await rows.insertMany([1, 2, 3, 4, 5].map((_id) => ({ _id, group: _id % 2 })));
    const page = await rows.find({}, { sort: { group: 1, _id: -1 }, skip: 1, limit: 3 }).toArray();
    expect(page.map(({ _id }) => _id)).toEqual([2, 5, 3]);
  });

  it('counts up to a limit', async () => {
    const rows = collection('counted');
    await rows.insertMany([1, 2, 3, 4].map((_id) => ({ _id, a: 1 })));
    expect(await rows.countDocuments({ a: 1 }, { limit: 3 })).toBe(3);
  });

  it('distinguishes an absent field from null', async () => {
    const rows = collection('absent');
    await rows.insertMany([{ _id: 1, at: null }, { _id: 2 }, { _id: 3, at: new Date(0) }]);
    expect(await rows.find({ at: { $exists: true } }).toArray()).toHaveLength(2);
    expect(await rows.find({ at: { $lt: new Date() } }).toArray()).toHaveLength(1);
  });

  it('groups and sums', async () => {
    const rows = collection('grouped');
    await rows.insertMany([1, 2, 3].map((_id) => ({ _id, key: _id % 2, n: _id })));
    const groups = await rows
      .aggregate([{ $match: { n: { $gte: 1 } } }, { $group: { _id: '$key', n: { $sum: '$n' } } }])
      .toArray();
    expect(new Map(groups.map((group) => [group._id, group.n]))).toEqual(
      new Map([
        [0, 2],
        [1, 4],
      ]),
    );
  });

  it('keeps undefined fields out of documents and empty objects in', async () => {
    const Thing = connection.model(
      'thing',
      new Schema(
        { _id: Number, name: String, map: Schema.Types.Mixed },
        { collection: 'things', versionKey: false, minimize: false },
      ),
    );
    await Thing.create([{ _id: 1, name: undefined, map: {} }]);
    expect(await Thing.findById(1).lean()).toEqual({ _id: 1, map: {} });
  });
});

/**
 * A TCP proxy in front of the database. When blocked, it closes open connections and accepts new
 * ones without responding.
 */
async function startProxy() {
  const { hostname, port } = new URL(readVariable('FORGE_TEST_MONGODB_URI'));
  const sockets = new Set<Socket>();
  let isBlocked = false;
  let ignored = 0;
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    if (isBlocked) return void ignored++;
    const inner = connect(Number(port || 27017), hostname).on('error', () => undefined);
    sockets.add(inner);
    socket.pipe(inner).pipe(socket);
  });
  const end = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    ignored: () => ignored,
    shut() {
      isBlocked = true;
      end();
    },
    open() {
      isBlocked = false;
    },
    stop() {
      end();
      server.close();
    },
  };
}

describe('connectDatabase', () => {
  it('retries soon if a new connection gets no response', async () => {
    const [proxy, owner] = await Promise.all([startProxy(), openTestDatabase()]);
    const uri = new URL(readVariable('FORGE_TEST_MONGODB_URI'));
    uri.port = String(proxy.port);
    const connection = await connectDatabase({ ...owner, uri: uri.href });
    try {
      const isAvailable = () =>
        connection
          .collection('things')
          .findOne()
          .then(
            () => true,
            () => false,
          );
      expect(await isAvailable()).toBe(true);
      proxy.shut();
      while (proxy.ignored() < 1) expect(await isAvailable()).toBe(false);
      proxy.open();
      // Connections that were opened while the proxy was blocked get no response; the driver's own
      // timeout of 30 s has not passed by then.
      const end = Date.now() + 25_000;
      while (!(await isAvailable())) expect(Date.now()).toBeLessThan(end);
    } finally {
      await connection.close();
      proxy.stop();
      await owner.close();
    }
  });
});

describe('fromDatabaseError', () => {
  it('turns an unreachable server into 503 and leaves other errors unchanged', async () => {
    const unreachable = Object.assign(new Error('no server'), { name: 'MongoServerSelectionError' });
    expect(fromDatabaseError(unreachable)).toMatchObject({ reason: 'unavailable', retryAfter: 1 });
    const ended = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' });
    expect(fromDatabaseError(ended)).toMatchObject({ reason: 'unavailable' });
    const other = new Error('else');
    expect(fromDatabaseError(other)).toBe(other);
  });
});
