import { setImmediate } from 'node:timers/promises';
import { CombinedCommands } from './combined-commands';

/** Commands that finish when the test says so. */
function controlled() {
  const batches: { items: readonly string[]; finish(): void; fail(error: Error): void }[] = [];
  const commands = new CombinedCommands<string, string>(
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
  return { commands, batches, batchAt };
}

describe('CombinedCommands', () => {
  it('sends a command at once if none runs', async () => {
    const { commands, batches, batchAt } = controlled();
    const response = commands.request('a');
    expect(batches.map(({ items }) => items)).toEqual([['a']]);
    batchAt(0).finish();
    expect(await response).toBe('A');
  });

  it('sends together what was requested while another command ran', async () => {
    const { commands, batches, batchAt } = controlled();
    const first = commands.request('a');
    const others = [commands.request('b'), commands.request('c')];
    expect(batches).toHaveLength(1);
    batchAt(0).finish();
    await first;
    await setImmediate();
    expect(batches.map(({ items }) => items)).toEqual([['a'], ['b', 'c']]);
    batchAt(1).finish();
    expect(await Promise.all(others)).toEqual(['B', 'C']);
  });

  it('rejects only the item that failed', async () => {
    const { commands, batchAt } = controlled();
    const first = commands.request('a');
    const others = Promise.allSettled([commands.request('bad'), commands.request('c')]);
    batchAt(0).finish();
    await first;
    await setImmediate();
    batchAt(1).finish();
    expect((await others).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  it('rejects all items of a command that failed, and sends the next', async () => {
    const { commands, batchAt } = controlled();
    const first = commands.request('a');
    const next = commands.request('b');
    batchAt(0).fail(new Error('unavailable'));
    await expect(first).rejects.toThrow('unavailable');
    await setImmediate();
    batchAt(1).finish();
    expect(await next).toBe('B');
  });
});
