import { QueryCache } from './query-cache';
import { openTestDatabase } from '@forgemesh/testing/runtime';

describe('QueryCache', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let reads: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- documents of any shape
  const things = () => database.connection.collection<any>('things');
  // Longer than a test takes.
  const cached = () => new QueryCache<number>(database.connection, ['things'], { lifeMs: 3_600_000 });
  const count = async () => {
    reads++;
    return things().countDocuments();
  };

  beforeEach(async () => {
    database = await openTestDatabase();
    reads = 0;
  });
  afterEach(() => database.close());

  it('reads once for many askers at once and after one another', async () => {
    const cache = cached();
    expect(await Promise.all([cache.get('a', count), cache.get('a', count), cache.get('b', count)])).toEqual([0, 0, 0]);
    await cache.get('a', count);
    expect(reads).toBe(2);
  });

  it('reads once where the read is a query, which runs each time that it is waited for', async () => {
    const cache = cached();
    const query = () => ({ then: (done: (value: number) => void) => done(++reads) }) as unknown as Promise<number>;
    await cache.get('a', query);
    expect(await Promise.all([cache.get('a', query), cache.get('a', query)])).toEqual([1, 1]);
    expect(reads).toBe(1);
  });

  it('never gives an old answer after a write of this process', async () => {
    const cache = cached();
    for (let wanted = 0; wanted < 20; wanted++) {
      expect(await cache.get('a', count)).toBe(wanted);
      await things().insertOne({ _id: wanted });
    }
    await things().updateOne({ _id: 1 }, { $set: { a: 1 } });
    await things().findOneAndDelete({ _id: 2 });
    await things().deleteMany({ _id: { $gt: 10 } });
    expect(await cache.get('a', count)).toBe(10);
  });

  it('does not keep what was read while a write went on', async () => {
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

  it('keeps answers when other collections are written, and no failures', async () => {
    const cache = cached();
    await cache.get('a', count);
    await database.connection.collection('others').insertOne({});
    await cache.get('a', count);
    expect(reads).toBe(1);
    await expect(cache.get('b', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await cache.get('b', count)).toBe(0);
  });

  it('reads several keys together, and only those that it does not know', async () => {
    const cache = new QueryCache<string, number>(database.connection, ['things'], { lifeMs: 3_600_000 });
    const asked: number[][] = [];
    const read = async (keys: number[]): Promise<Map<number, string>> => {
      asked.push(keys);
      return new Map(keys.filter((key) => key < 10).map((key) => [key, `value ${key}`]));
    };
    expect([...(await cache.getAll([1, 2, 1, 11], read))]).toEqual([
      [1, 'value 1'],
      [2, 'value 2'],
    ]);
    expect((await cache.getAll([2, 3], read)).get(3)).toBe('value 3');
    expect((await cache.getAll([1, 2, 3, 11], read)).size).toBe(3);
    expect(asked).toEqual([[1, 2, 11], [3]]);
    await things().insertOne({ _id: 1 });
    await cache.getAll([2], read);
    expect(asked).toHaveLength(3);
    await expect(cache.getAll([2, 4], () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect((await cache.getAll([4], read)).get(4)).toBe('value 4');
  });

  it('shares a read that takes longer than answers are kept', async () => {
    const cache = new QueryCache<number>(database.connection, ['things'], { lifeMs: 0 });
    const unshared = new QueryCache<number>(database.connection, ['things'], { lifeMs: 0, underWayMs: 0 });
    for (const [kept, wanted] of [
      [cache, 1],
      [unshared, 2],
    ] as const) {
      reads = 0;
      await Promise.all([kept.get('a', count), kept.get('a', count)]);
      expect(reads).toBe(wanted);
    }
    const slow = cache.get('b', count);
    await things().insertOne({ _id: 1 });
    expect(await cache.get('b', count)).toBe(1);
    await slow;
  });

  it('learns what is read for another reason, unless something is written meanwhile', async () => {
    const cache = cached();
    const learnt = await cache.prime(async () => new Map([['a', await count()]]));
    expect([learnt.get('a'), await cache.get('a', count), reads]).toEqual([0, 0, 1]);
    await cache.prime(async () => {
      const before = new Map([['a', await things().countDocuments()]]);
      await things().insertOne({ _id: 1 });
      return before;
    });
    expect(await cache.get('a', count)).toBe(1);
    await expect(cache.prime(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    const small = new QueryCache<number>(database.connection, ['things'], { maxEntries: 2, lifeMs: 3_600_000 });
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

  it('forgets everything when it is told that another process has written', async () => {
    const cache = new QueryCache<number>(database.connection, ['things']);
    await cache.get('a', count);
    cache.clear();
    await cache.get('a', count);
    expect(reads).toBe(2);
  });

  it('keeps answers no longer than it is told, and no more of them', async () => {
    const brief = new QueryCache<number>(database.connection, ['things'], { lifeMs: 0 });
    await brief.get('a', count);
    await brief.get('a', count);
    expect(reads).toBe(2);
    const small = new QueryCache<number>(database.connection, ['things'], { maxEntries: 2, lifeMs: 3_600_000 });
    for (const key of ['a', 'b', 'c', 'a']) await small.get(key, count);
    expect(reads).toBe(6);
  });
});
