import { ResultCache } from './result-cache';

interface Result {
  passes: boolean;
  project: number;
}

const passes: Result = { passes: true, project: 1 };
let time: number;
let cache: ResultCache<Result>;
beforeEach(() => {
  time = 1_000;
  cache = new ResultCache({ isCacheable: (resolveLoad) => resolveLoad.passes, clock: { now: () => time } });
});

/** A load that the test resolves or rejects. */
function pendingLoad() {
  let resolveLoad!: (value: Result) => void;
  let rejectLoad!: (error: Error) => void;
  const promise = new Promise<Result>((resolve, reject) => ([resolveLoad, rejectLoad] = [resolve, reject]));
  return { load: jest.fn(() => promise), resolveLoad, rejectLoad };
}

describe('a result', () => {
  it('is cached for 500 ms', async () => {
    expect(cache.get('who')).toBeUndefined();
    expect(await cache.load('who', () => Promise.resolve(passes))).toBe(passes);
    time += 499;
    expect(cache.get('who')).toBe(passes);
    expect(cache.get('who else')).toBeUndefined();
    time += 2;
    expect(cache.get('who')).toBeUndefined();
  });

  it('is not cached if it is a refusal or a failure', async () => {
    expect(await cache.load('who', () => Promise.resolve({ ...passes, passes: false }))).toMatchObject({
      passes: false,
    });
    expect(cache.get('who')).toBeUndefined();
    await expect(cache.load('who', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(cache.get('who')).toBeUndefined();
    expect(await cache.load('who', () => Promise.resolve(passes))).toBe(passes);
  });

  it('is invalidated with all others, or alone', async () => {
    const other = { ...passes, project: 2 };
    await cache.load('one', () => Promise.resolve(passes));
    await cache.load('other', () => Promise.resolve(other));
    cache.invalidate(({ project }) => project === 1);
    expect([cache.get('one'), cache.get('other')]).toEqual([undefined, other]);
    cache.invalidate();
    expect(cache.get('other')).toBeUndefined();
  });

  it('is not cached if an invalidation happened during its load', async () => {
    const [before, after] = [pendingLoad(), pendingLoad()];
    const first = cache.load('who', before.load);
    cache.invalidate(({ project }) => project === 99);
    // A load that starts after the change must not get the result from before it.
    const second = cache.load('who', after.load);
    expect(after.load).toHaveBeenCalledTimes(1);
    before.resolveLoad(passes);
    await first;
    expect(cache.get('who')).toBeUndefined();
    const changed = { ...passes, project: 2 };
    after.resolveLoad(changed);
    expect(await second).toBe(changed);
    expect(cache.get('who')).toBe(changed);
  });
});

describe('a load', () => {
  it('is shared by concurrent requests', async () => {
    const { load, resolveLoad } = pendingLoad();
    const loads = [1, 2, 3].map(() => cache.load('who', load));
    resolveLoad(passes);
    expect(await Promise.all(loads)).toEqual([passes, passes, passes]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is repeated by each request if the shared result is a refusal', async () => {
    const refused = pendingLoad();
    const first = cache.load('who', refused.load);
    const second = cache.load('who', () => Promise.resolve(passes));
    refused.resolveLoad({ ...passes, passes: false });
    expect(await first).toMatchObject({ passes: false });
    expect(await second).toBe(passes);
    const failed = pendingLoad();
    const third = cache.load('who', failed.load);
    const fourth = cache.load('who', () => Promise.resolve(passes));
    failed.rejectLoad(new Error('away'));
    await expect(third).rejects.toThrow('away');
    expect(await fourth).toBe(passes);
  });
});
