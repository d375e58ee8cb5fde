import { QueryCache } from './query-cache';
import { openTestDatabase } from '@forgemesh/testing/runtime';

describe('QueryCache', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let reads: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- documents of any shape
  const things = () => database.connection.collection<any>('things');
  // A stopped clock, so that no entry expires on a busy machine.
  const now = () => 0;
  const cached = () => new QueryCache<number>(database.connection, ['things'], { now });
  const count = async () => {
    reads++;
    return things().countDocuments();
  };

  beforeEach(async () => {
    database = await openTestDatabase();
    reads = 0;
  });
  afterEach(() => database.close());

  it('reads once for concurrent and later requests', async () => {
    const cache = cached();
    expect(await Promise.all([cache.get('a', count), cache.get('a', count), cache.get('b', count)])).toEqual([0, 0, 0]);
    await cache.get('a', count);
    expect(reads).toBe(2);
  });

  it('reads once if the read is a thenable query', async () => {
    const cache = cached();
    const query = () => ({ then: (done: (value: number) => void) => done(++reads) }) as unknown as Promise<number>;
    await cache.get('a', query);
    expect(await Promise.all([cache.get('a', query), cache.get('a', query)])).toEqual([1, 1]);
    expect(reads).toBe(1);
  });

  it('never returns an old result after a write of this process', async () => {
    const cache = cached();
    for (let expected = 0; expected < 20; expected++) {
      expect(await cache.get('a', count)).toBe(expected);
      await things().insertOne({ _id: expected });
    }
    await things().updateOne({ _id: 1 }, { $set: { a: 1 } });
    await things().findOneAndDelete({ _id: 2 });
    await things().deleteMany({ _id: { $gt: 10 } });
    expect(await cache.get('a', count)).toBe(10);
  });

  it('does not cache a read during a write', async () => {
    const cache = cached();
    let goOn!: () => void;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const slow = cache.get('a', async () => {
      const before = await things().countDocuments();
      await held;
      return before;
    });
    await things().insertOne({ _id: 1 });
    goOn();
    expect(await slow).toBe(0);
    expect(await cache.get('a', count)).toBe(1);
  });

  it('keeps results when other collections are written, and no failures', async () => {
    const cache = cached();
    await cache.get('a', count);
    await database.connection.collection('others').insertOne({});
    await cache.get('a', count);
    expect(reads).toBe(1);
    await expect(cache.get('b', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await cache.get('b', count)).toBe(0);
  });

  it('reads several keys together, and only those that are not cached', async () => {
    const cache = new QueryCache<string, number>(database.connection, ['things'], { now });
    const fetched: number[][] = [];
    const read = async (keys: number[]): Promise<Map<number, string>> => {
      fetched.push(keys);
      return new Map(keys.filter((key) => key < 10).map((key) => [key, `value ${key}`]));
    };
    expect([...(await cache.getAll([1, 2, 1, 11], read))]).toEqual([
      [1, 'value 1'],
      [2, 'value 2'],
    ]);
    expect((await cache.getAll([2, 3], read)).get(3)).toBe('value 3');
    expect((await cache.getAll([1, 2, 3, 11], read)).size).toBe(3);
    expect(fetched).toEqual([[1, 2, 11], [3]]);
    await things().insertOne({ _id: 1 });
    await cache.getAll([2], read);
    expect(fetched).toHaveLength(3);
    await expect(cache.getAll([2, 4], () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect((await cache.getAll([4], read)).get(4)).toBe('value 4');
  });

  it('shares a read that takes longer than the time to live', async () => {
    const cache = new QueryCache<number>(database.connection, ['things'], { ttlMs: 0 });
    const unshared = new QueryCache<number>(database.connection, ['things'], { ttlMs: 0, maxSharedMs: 0 });
    for (const [tested, expected] of [
      [cache, 1],
      [unshared, 2],
    ] as const) {
      reads = 0;
      await Promise.all([tested.get('a', count), tested.get('a', count)]);
      expect(reads).toBe(expected);
    }
    const slow = cache.get('b', count);
    await things().insertOne({ _id: 1 });
    expect(await cache.get('b', count)).toBe(1);
    await slow;
  });

  it('is primed with other results, unless a write happens in between', async () => {
    const cache = cached();
    const primed = await cache.prime(async () => new Map([['a', await count()]]));
    expect([primed.get('a'), await cache.get('a', count), reads]).toEqual([0, 0, 1]);
    await cache.prime(async () => {
      const before = new Map([['a', await things().countDocuments()]]);
      await things().insertOne({ _id: 1 });
      return before;
    });
    expect(await cache.get('a', count)).toBe(1);
    await expect(cache.prime(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    const small = new QueryCache<number>(database.connection, ['things'], { maxEntries: 2, now });
    await small.prime(() => Promise.resolve(new Map([['a', 7]])));
    await small.prime(() =>
      Promise.resolve(
        new Map([
          ['b', 8],
          ['c', 9],
        ]),
      ),
    );
    expect([await small.get('c', count), await small.get('a', count)]).toEqual([9, 1]);
  });

  it('is cleared when another process has written', async () => {
    const cache = new QueryCache<number>(database.connection, ['things']);
    await cache.get('a', count);
    cache.clear();
    await cache.get('a', count);
    expect(reads).toBe(2);
  });

  it('respects the time to live and the maximum number of entries', async () => {
    const brief = new QueryCache<number>(database.connection, ['things'], { ttlMs: 0 });
    await brief.get('a', count);
    await brief.get('a', count);
    expect(reads).toBe(2);
    const small = new QueryCache<number>(database.connection, ['things'], { maxEntries: 2, now });
    for (const key of ['a', 'b', 'c', 'a']) await small.get(key, count);
    expect(reads).toBe(6);
  });
});
