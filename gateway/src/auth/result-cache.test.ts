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
  cache = new ResultCache({ isCacheable: (answer) => answer.passes, clock: { now: () => time } });
});

/** A question that is answered when the test says so. */
function slowly() {
  let answer!: (value: Result) => void;
  let fail!: (error: Error) => void;
  const later = new Promise<Result>((resolve, reject) => ([answer, fail] = [resolve, reject]));
  return { ask: jest.fn(() => later), answer, fail };
}

describe('an answer', () => {
  it('is cached for 500 ms', async () => {
    expect(cache.get('who')).toBeUndefined();
    expect(await cache.load('who', () => Promise.resolve(passes))).toBe(passes);
    time += 499;
    expect(cache.get('who')).toBe(passes);
    expect(cache.get('who else')).toBeUndefined();
    time += 2;
    expect(cache.get('who')).toBeUndefined();
  });

  it('is not cached where it is a refusal or a failure', async () => {
    expect(await cache.load('who', () => Promise.resolve({ ...passes, passes: false }))).toMatchObject({
      passes: false,
    });
    expect(cache.get('who')).toBeUndefined();
    await expect(cache.load('who', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(cache.get('who')).toBeUndefined();
    expect(await cache.load('who', () => Promise.resolve(passes))).toBe(passes);
  });

  it('is dropped with all others, or alone', async () => {
    const other = { ...passes, project: 2 };
    await cache.load('one', () => Promise.resolve(passes));
    await cache.load('other', () => Promise.resolve(other));
    cache.invalidate(({ project }) => project === 1);
    expect([cache.get('one'), cache.get('other')]).toEqual([undefined, other]);
    cache.invalidate();
    expect(cache.get('other')).toBeUndefined();
  });

  it('is not cached where something was dropped while it was on its way', async () => {
    const [before, after] = [slowly(), slowly()];
    const first = cache.load('who', before.ask);
    cache.invalidate(({ project }) => project === 99);
    // Whoever asks after the change is not told what held before it.
    const second = cache.load('who', after.ask);
    expect(after.ask).toHaveBeenCalledTimes(1);
    before.answer(passes);
    await first;
    expect(cache.get('who')).toBeUndefined();
    const changed = { ...passes, project: 2 };
    after.answer(changed);
    expect(await second).toBe(changed);
    expect(cache.get('who')).toBe(changed);
  });
});

describe('a question', () => {
  it('is asked once where many ask it at the same time', async () => {
    const { ask, answer } = slowly();
    const asked = [1, 2, 3].map(() => cache.load('who', ask));
    answer(passes);
    expect(await Promise.all(asked)).toEqual([passes, passes, passes]);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('is asked again by each whom the answer to another one would refuse', async () => {
    const refused = slowly();
    const first = cache.load('who', refused.ask);
    const second = cache.load('who', () => Promise.resolve(passes));
    refused.answer({ ...passes, passes: false });
    expect(await first).toMatchObject({ passes: false });
    expect(await second).toBe(passes);
    const failed = slowly();
    const third = cache.load('who', failed.ask);
    const fourth = cache.load('who', () => Promise.resolve(passes));
    failed.fail(new Error('away'));
    await expect(third).rejects.toThrow('away');
    expect(await fourth).toBe(passes);
  });
});
