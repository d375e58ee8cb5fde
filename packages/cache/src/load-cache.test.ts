import { LoadCache, type LoadCacheOptions } from './load-cache';

describe('LoadCache', () => {
  let time: number;
  beforeEach(() => void (time = 1_000));

  const create = (options: Partial<LoadCacheOptions<number>> = {}) =>
    new LoadCache<string, number>({ maxEntries: 100, ttlMs: 500, clock: { now: () => time }, ...options });

  /** A load that the test ends. */
  function createLoad() {
    let resolve!: (value: number) => void;
    let reject!: (error: Error) => void;
    const load = new Promise<number>((onValue, onError) => ([resolve, reject] = [onValue, onError]));
    return { load, resolve, reject };
  }

  it('shares a load, and returns its value as long as it is valid', async () => {
    const cache = create();
    const { load, resolve } = createLoad();
    expect(cache.add('a', load)).toBe(load);
    expect([cache.get('a'), cache.peek('a'), cache.get('b')]).toEqual([load, undefined, undefined]);
    resolve(7);
    await load;
    expect([cache.get('a'), cache.peek('a')]).toEqual([load, 7]);
    time += 500;
    expect(cache.peek('a')).toBe(7);
    time += 1;
    expect([cache.get('a'), cache.peek('a')]).toEqual([undefined, undefined]);
  });

  describe('does not cache a result that was invalidated while it was loaded', () => {
    it.each([
      ['with everything', (cache: LoadCache<string, number>) => cache.invalidate()],
      [
        'with a part that may contain it',
        (cache: LoadCache<string, number>) => cache.invalidate((value) => value === 99),
      ],
    ])('%s', async (_name, invalidate) => {
      const cache = create();
      const [before, after] = [createLoad(), createLoad()];
      cache.add('a', before.load);
      invalidate(cache);
      expect(cache.get('a')).toBeUndefined();
      cache.add('a', after.load);
      // The earlier load ends while the later one is in progress, or after it.
      before.resolve(1);
      expect(await before.load).toBe(1);
      expect([cache.get('a'), cache.peek('a')]).toEqual([after.load, undefined]);
      after.resolve(2);
      await after.load;
      expect(cache.peek('a')).toBe(2);
    });

    it('even if the load ends last', async () => {
      const cache = create({ isCacheable: (value) => value !== 1 });
      const [before, after] = [createLoad(), createLoad()];
      cache.add('a', before.load);
      cache.invalidate();
      cache.add('a', after.load);
      after.resolve(2);
      await after.load;
      before.resolve(1);
      await before.load;
      expect(cache.peek('a')).toBe(2);
    });

    it('nor one that was read for another purpose', async () => {
      const cache = create();
      await cache.prime(() => Promise.resolve(new Map([['a', 1]])));
      expect([cache.peek('a'), await cache.get('a')]).toEqual([1, 1]);
      for (const invalidate of [() => cache.invalidate(), () => cache.invalidate(() => false)]) {
        const primed = await cache.prime(() => {
          invalidate();
          return Promise.resolve(new Map([['b', 2]]));
        });
        expect(primed.get('b')).toBe(2);
        expect(cache.peek('b')).toBeUndefined();
      }
    });
  });

  it('invalidates everything, or the values that match', async () => {
    for (const count of [3, 100]) {
      const cache = create();
      const keys = Array.from({ length: count }, (_, index) => String(index));
      await Promise.all(keys.map((key) => cache.add(key, Promise.resolve(Number(key)))));
      cache.invalidate((value) => value === 1);
      expect(keys.filter((key) => cache.peek(key) === undefined)).toEqual(['1']);
      cache.invalidate();
      expect(keys.filter((key) => cache.get(key) !== undefined)).toEqual([]);
      await cache.add('0', Promise.resolve(5));
      expect(cache.peek('0')).toBe(5);
    }
  });

  it('caches neither failures nor results that are not cacheable', async () => {
    const cache = create({ isCacheable: (value) => value > 0 });
    await expect(cache.add('a', Promise.reject(new Error('away')))).rejects.toThrow('away');
    await cache.add('b', Promise.resolve(0));
    await cache.prime(() => Promise.resolve(new Map([['c', 0]])));
    expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([undefined, undefined, undefined]);
  });

  it('keeps a later load if an earlier one fails', async () => {
    const cache = create();
    const [before, after] = [createLoad(), createLoad()];
    cache.add('a', before.load);
    cache.invalidate();
    cache.add('a', after.load);
    before.reject(new Error('away'));
    await expect(before.load).rejects.toThrow('away');
    expect(cache.get('a')).toBe(after.load);
  });

  it('returns the cached value while a later load runs, and after it has failed', async () => {
    const cache = create();
    await cache.add('a', Promise.resolve(1));
    expect(cache.running('a')).toBeUndefined();
    const { load, reject } = createLoad();
    cache.add('a', load);
    expect([cache.peek('a'), cache.running('a')]).toEqual([1, load]);
    reject(new Error('away'));
    await expect(load).rejects.toThrow('away');
    expect([cache.peek('a'), cache.running('a')]).toEqual([1, undefined]);
  });

  it('shares a load for longer than its result is valid', async () => {
    const cache = create({ ttlMs: 100, maxSharedMs: 1_000 });
    const [quick, slow] = [createLoad(), createLoad()];
    cache.add('quick', quick.load);
    cache.add('slow', slow.load);
    time += 50;
    quick.resolve(1);
    await quick.load;
    time += 49;
    expect(cache.peek('quick')).toBe(1);
    time += 2;
    expect([cache.get('quick'), cache.get('slow')]).toEqual([undefined, slow.load]);
    slow.resolve(2);
    await slow.load;
    expect(cache.get('slow')).toBeUndefined();
    // Loads that are not shared at all.
    const unshared = create({ ttlMs: 0 });
    unshared.add('a', Promise.resolve(1));
    expect(unshared.get('a')).toBeUndefined();
  });

  it('neither caches nor returns anything while invalidations may be missed', async () => {
    let mayCache = false;
    const cache = create({ mayCache: () => mayCache });
    await cache.add('a', Promise.resolve(1));
    await cache.prime(() => Promise.resolve(new Map([['b', 2]])));
    mayCache = true;
    expect([cache.get('a'), cache.get('b')]).toEqual([undefined, undefined]);
    await cache.add('a', Promise.resolve(1));
    mayCache = false;
    expect([cache.get('a'), cache.peek('a')]).toEqual([undefined, undefined]);
  });

  it('keeps the entries that were used last', async () => {
    const cache = create({ maxEntries: 2 });
    for (const key of ['a', 'b']) await cache.add(key, Promise.resolve(1));
    cache.peek('a');
    await cache.add('c', Promise.resolve(1));
    expect(['a', 'b', 'c'].map((key) => cache.peek(key))).toEqual([1, undefined, 1]);
  });
});
