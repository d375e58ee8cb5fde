import { SharedRuns } from './shared-runs';

describe('SharedRuns', () => {
  it('lets callers share a run that begins after they came, and only that', async () => {
    const runs = new SharedRuns();
    const ends: (() => void)[] = [];
    const work = () => new Promise<void>((resolve) => ends.push(resolve));
    const first = runs.run('a', work);
    const second = runs.run('a', work);
    const third = runs.run('a', work);
    const other = runs.run('b', work);
    expect(ends.length).toBe(2);
    ends[1]?.();
    await other;
    ends[0]?.();
    await first;
    await Promise.resolve();
    expect(ends.length).toBe(3);
    ends[2]?.();
    await Promise.all([second, third]);
    const last = runs.run('a', work);
    expect(ends.length).toBe(4);
    ends[3]?.();
    await last;
  });

  it('runs again after a failure, which only its callers get', async () => {
    const runs = new SharedRuns();
    const failing = runs.run('a', () => Promise.reject(new Error('no')));
    const next = runs.run('a', () => Promise.resolve());
    await expect(failing).rejects.toThrow('no');
    await next;
    await runs.run('a', () => Promise.resolve());
  });
});
