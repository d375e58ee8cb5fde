import { BatchCache } from './batch-cache';

describe('BatchCache', () => {
  let time = 1_000;
  const options = { maxAgeMs: 1_000, mayCache: () => mayCache, clock: { now: () => time } };
  let mayCache = true;
  const fetched: number[][] = [];
  const squares = (): BatchCache<number, number> => {
    fetched.length = 0;
    return new BatchCache((keys) => {
      fetched.push(keys);
      return Promise.resolve(new Map(keys.filter((key) => key > 0).map((key) => [key, key * key])));
    }, options);
  };

  it('fetches missing keys once, and omits those that do not exist', async () => {
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
    expect(fetched).toEqual([[1, 2, -1], [3]]);
  });

  it('joins loads in progress', async () => {
    const cache = squares();
    expect(await Promise.all([cache.get(5), cache.get(5)])).toEqual([25, 25]);
    expect(fetched).toEqual([[5]]);
  });

  it('expires after a second', async () => {
    const cache = squares();
    await cache.get(4);
    time += 1_001;
    await cache.get(4);
    expect(fetched).toEqual([[4], [4]]);
  });

  it('reloads cleared keys, even if they were being loaded', async () => {
    const cache = squares();
    const before = cache.get(6);
    cache.clear();
    await Promise.all([before, cache.get(6)]);
    expect(fetched).toEqual([[6], [6]]);
    await cache.get(6);
    expect(fetched).toHaveLength(2);
  });

  it('caches nothing while changes may be missed', async () => {
    const cache = squares();
    mayCache = false;
    await cache.get(7);
    await cache.get(7);
    mayCache = true;
    expect(fetched).toEqual([[7], [7]]);
  });

  it('does not cache failures', async () => {
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
