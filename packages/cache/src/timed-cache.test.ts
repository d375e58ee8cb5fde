import { TimedCache } from './timed-cache';

describe('TimedCache', () => {
  let now: number;
  let reads: number;
  let cache: TimedCache<{ ttl: number }>;
  beforeEach(() => {
    now = 1_000;
    reads = 0;
    cache = new TimedCache({ maxEntries: 2, ttlMsOf: ({ ttl }) => ttl, clock: () => now });
  });
  const read = (ttl: number) => (): Promise<{ ttl: number }> => {
    reads++;
    return Promise.resolve({ ttl });
  };

  it('returns a value as long as it is valid', async () => {
    await cache.get('long', read(100));
    await cache.get('short', read(10));
    now += 10;
    await cache.get('long', read(100));
    await cache.get('short', read(10));
    expect(reads).toBe(2);
    now += 1;
    await cache.get('long', read(100));
    await cache.get('short', read(10));
    expect(reads).toBe(3);
  });

  it('counts the time from the end of the computation', async () => {
    const slow = (): Promise<{ ttl: number }> => {
      reads++;
      now += 50;
      return Promise.resolve({ ttl: 20 });
    };
    await cache.get('a', slow);
    now += 20;
    await cache.get('a', slow);
    expect(reads).toBe(1);
  });

  it('shares a computation, and caches no failure', async () => {
    await Promise.all([cache.get('a', read(1)), cache.get('a', read(1))]);
    expect(reads).toBe(1);
    await expect(cache.get('b', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await cache.get('b', read(7))).toEqual({ ttl: 7 });
  });

  it('keeps a maximum number of values', async () => {
    for (const key of ['a', 'b', 'c']) await cache.get(key, read(100));
    await cache.get('a', read(100));
    expect(reads).toBe(4);
  });
});
