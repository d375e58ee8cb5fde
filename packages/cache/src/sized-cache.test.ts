import { SizedCache } from './sized-cache';

describe('SizedCache', () => {
  let reads: string[];
  const read =
    (key: string, bytes = 10) =>
    async () => {
      reads.push(key);
      return { key, bytes };
    };
  const cached = () =>
    new SizedCache<{ key: string; bytes: number }>({ maxBytes: 30, ttlMs: 60_000, bytesOf: ({ bytes }) => bytes });
  beforeEach(() => void (reads = []));

  it('shares one computation among concurrent requests', async () => {
    const cache = cached();
    const results = [cache.get('a', read('a')), cache.get('a', read('a'))];
    expect(await Promise.all(results)).toEqual([
      { key: 'a', bytes: 10 },
      { key: 'a', bytes: 10 },
    ]);
    await cache.get('a', read('a'));
    expect(reads).toEqual(['a']);
  });

  it('keeps recently used values, and none that are too large', async () => {
    const cache = cached();
    for (const key of ['a', 'b', 'c', 'a', 'd', 'a']) await cache.get(key, read(key));
    expect(reads).toEqual(['a', 'b', 'c', 'd']);
    await cache.get('b', read('b'));
    for (const _ of [1, 2]) expect(await cache.get('large', read('large', 31))).toMatchObject({ key: 'large' });
    expect(reads.slice(4)).toEqual(['b', 'large', 'large']);
  });

  it('does not cache failures', async () => {
    const cache = cached();
    await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await cache.get('a', read('a'))).toMatchObject({ key: 'a' });
  });
});
