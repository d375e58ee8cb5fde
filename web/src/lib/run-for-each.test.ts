import { runForEach } from './run-for-each';

describe('a change of several items', () => {
  it('goes on when one fails, and reports the progress', async () => {
    const changed: number[] = [];
    const progress: number[] = [];
    const failures = await runForEach(
      [1, 2, 3, 4, 5],
      async (item) => {
        if (item % 2 === 0) throw new Error(`no ${item}`);
        changed.push(item);
      },
      (finished) => progress.push(finished),
    );
    expect(changed.sort()).toEqual([1, 3, 5]);
    expect(progress).toEqual([1, 2, 3, 4, 5]);
    expect(failures).toEqual([
      { item: 2, error: new Error('no 2') },
      { item: 4, error: new Error('no 4') },
    ]);
  });

  it('runs at most four at a time', async () => {
    let running = 0;
    let most = 0;
    await runForEach(Array.from({ length: 20 }), async () => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
    });
    expect(most).toBeLessThanOrEqual(4);
  });
});
