import { createRecounts } from './recounts';

describe('recounts', () => {
  it('share the next count between all calls that arrive before it starts', async () => {
    let ended = 0;
    let letGo = (): void => undefined;
    const recount = createRecounts(async () => {
      await new Promise<void>((resolve) => (letGo = resolve));
      return ++ended;
    });
    const first = recount(1);
    await new Promise(setImmediate);
    const others = [recount(1), recount(1)];
    for (const done of [first, ...others]) {
      await new Promise(setImmediate);
      letGo();
      await done;
    }
    expect(await Promise.all([first, ...others])).toEqual([1, 2, 2]);
  });

  it('continue after a failed count', async () => {
    let count = 0;
    const recount = createRecounts(async () => {
      if (++count === 1) throw new Error('away');
      return count;
    });
    await expect(recount(1)).rejects.toThrow('away');
    expect(await recount(1)).toBe(2);
  });

  it('pause between the counts of one project if configured, and serve every call', async () => {
    const counted: number[] = [];
    const recount = createRecounts(async (id) => void counted.push(id), { pauseMs: 20 });
    await recount(1);
    const waiting = [recount(1), recount(1), recount(1)];
    // Counts of other projects are independent.
    await recount(2);
    expect(counted).toEqual([1, 2]);
    await Promise.all(waiting);
    expect(counted).toEqual([1, 2, 1]);
  });
});
