import { setImmediate } from 'node:timers/promises';
import { CombinedWrites } from './combined-writes';

/** Writes that finish when the test says so. */
function controlled() {
  const batches: { items: readonly string[]; finish(): void; fail(error: Error): void }[] = [];
  const writes = new CombinedWrites<string, string>(
    (items) =>
      new Promise((resolve, reject) => {
        const finish = (): void =>
          resolve(
            items.map((item) =>
              item === 'bad'
                ? { status: 'rejected' as const, reason: new Error('refused') }
                : { status: 'fulfilled' as const, value: item.toUpperCase() },
            ),
          );
        batches.push({ items, finish, fail: reject });
      }),
  );
  const batchAt = (at: number) => {
    const batch = batches[at];
    if (!batch) throw new Error(`no batch ${at}`);
    return batch;
  };
  return { writes, batches, batchAt };
}

describe('CombinedWrites', () => {
  it('starts a write at once if none runs', async () => {
    const { writes, batches, batchAt } = controlled();
    const written = writes.write('a');
    expect(batches.map(({ items }) => items)).toEqual([['a']]);
    batchAt(0).finish();
    expect(await written).toBe('A');
  });

  it('writes together what was requested while another write ran', async () => {
    const { writes, batches, batchAt } = controlled();
    const first = writes.write('a');
    const others = [writes.write('b'), writes.write('c')];
    expect(batches).toHaveLength(1);
    batchAt(0).finish();
    await first;
    await setImmediate();
    expect(batches.map(({ items }) => items)).toEqual([['a'], ['b', 'c']]);
    batchAt(1).finish();
    expect(await Promise.all(others)).toEqual(['B', 'C']);
  });

  it('rejects only the item that failed', async () => {
    const { writes, batchAt } = controlled();
    const first = writes.write('a');
    const others = Promise.allSettled([writes.write('bad'), writes.write('c')]);
    batchAt(0).finish();
    await first;
    await setImmediate();
    batchAt(1).finish();
    expect((await others).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  it('rejects all items of a command that failed, and writes the next', async () => {
    const { writes, batchAt } = controlled();
    const first = writes.write('a');
    const next = writes.write('b');
    batchAt(0).fail(new Error('unavailable'));
    await expect(first).rejects.toThrow('unavailable');
    await setImmediate();
    batchAt(1).finish();
    expect(await next).toBe('B');
  });
});
