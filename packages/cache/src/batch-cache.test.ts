import { BatchCache } from './batch-cache';

describe('BatchCache', () => {
  const options = { maxAgeMs: 1_000, mayCache: () => mayCache };
  let mayCache = true;
  const asked: number[][] = [];
  const squares = (): BatchCache<number, number> => {
    asked.length = 0;
    return new BatchCache((keys) => {
      asked.push(keys);
      return Promise.resolve(new Map(keys.filter((key) => key > 0).map((key) => [key, key * key])));
    }, options);
  };

  it('asks once for what is missing, and leaves out what does not exist', async () => {
    const cache = squares();
    expect(await cache.find([1, 2, 2, -1])).toEqual(
      new Map([
        [1, 1],
        [2, 4],
      ]),
    );
    expect(await cache.find([2, 3, -1])).toEqual(
      new Map([
        [2, 4],
        [3, 9],
      ]),
    );
    expect(asked).toEqual([[1, 2, -1], [3]]);
  });

  it('joins questions that are under way', async () => {
    const cache = squares();
    expect(await Promise.all([cache.get(5), cache.get(5)])).toEqual([25, 25]);
    expect(asked).toEqual([[5]]);
  });

  it('forgets after a second', async () => {
    jest.useFakeTimers();
    try {
      const cache = squares();
      // lru-cache treats the time 0 as no time.
      jest.advanceTimersByTime(1);
      await cache.get(4);
      jest.advanceTimersByTime(1_001);
      await cache.get(4);
      expect(asked).toEqual([[4], [4]]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('loads again what was cleared, also while it is being loaded', async () => {
    const cache = squares();
    const before = cache.get(6);
    cache.clear();
    await Promise.all([before, cache.get(6)]);
    expect(asked).toEqual([[6], [6]]);
    await cache.get(6);
    expect(asked).toHaveLength(2);
  });

  it('caches nothing while changes may be missed', async () => {
    const cache = squares();
    mayCache = false;
    await cache.get(7);
    await cache.get(7);
    mayCache = true;
    expect(asked).toEqual([[7], [7]]);
  });

  it('keeps no failure', async () => {
    let fails = true;
    const cache = new BatchCache<number, string>(
      (keys) =>
        fails ? Promise.reject(new Error('away')) : Promise.resolve(new Map(keys.map((key) => [key, 'here']))),
      options,
    );
    await expect(cache.get(1)).rejects.toThrow('away');
    fails = false;
    expect(await cache.get(1)).toBe('here');
  });
});
