import { join } from 'node:path';
import { ThreadBusyError, ThreadLimitError, ThreadPool, type ThreadPoolOptions } from '.';

interface Request {
  name: string;
  ms: number;
  fails?: boolean;
}

const options: ThreadPoolOptions = {
  file: join(__dirname, 'testing/busy-thread.cjs'),
  threads: 1,
  limitMs: 500,
  waitMs: 20_000,
  maxWaiting: 100,
  maxHeapMb: 64,
};

const open = (changes: Partial<ThreadPoolOptions> = {}): ThreadPool<Request, string> =>
  new ThreadPool({ ...options, ...changes });
const errorOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe('ThreadPool', () => {
  it('resolves with the response of each request, or rejects with the error of its work', async () => {
    const pool = open({ threads: 2 });
    const names = ['a', 'b', 'c'];
    expect(await Promise.all(names.map((name) => pool.run(name, { name, ms: 1 })))).toEqual(names);
    await expect(pool.run('a', { name: 'wrong', ms: 0, fails: true })).rejects.toThrow('wrong');
    expect(await pool.run('a', { name: 'next', ms: 0 })).toBe('next');
  });

  it('ends work at its limit, and continues with the next', async () => {
    const pool = open();
    const late = errorOf(pool.run('a', { name: 'late', ms: 60_000 }));
    const next = pool.run('a', { name: 'next', ms: 0 });
    expect(await late).toBeInstanceOf(ThreadLimitError);
    expect(await next).toBe('next');
  });

  it('counts the limit from the start of the work, not of the wait', async () => {
    const pool = open({ limitMs: 1_000 });
    const all = ['a', 'b', 'c', 'd'].map((name) => pool.run(name, { name, ms: 400 }));
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('lets callers take turns', async () => {
    const pool = open();
    const order: string[] = [];
    const run = async (caller: string): Promise<void> => {
      await pool.run(caller, { name: caller, ms: 5 });
      order.push(caller);
    };
    await Promise.all([...Array.from({ length: 10 }, () => run('many')), run('one'), run('other')]);
    expect(order.slice(0, 3)).toEqual(['many', 'one', 'other']);
  });

  it('gives a caller one thread at a time', async () => {
    const pool = open({ threads: 2 });
    const order: string[] = [];
    const greedy = ['1', '2', '3'].map(async () => {
      await pool.run('greedy', { name: '', ms: 200 });
      order.push('greedy');
    });
    await pool.run('modest', { name: '', ms: 1 }).then(() => order.push('modest'));
    await Promise.all(greedy);
    expect(order.indexOf('modest')).toBeLessThan(2);
  });

  it('refuses what has waited too long', async () => {
    const pool = open({ waitMs: 100 });
    const first = pool.run('a', { name: 'first', ms: 400 });
    expect(await errorOf(pool.run('b', { name: 'late', ms: 0 }))).toBeInstanceOf(ThreadBusyError);
    expect(await first).toBe('first');
  });

  it('refuses the latest requests of the caller with the largest share if too much is waiting', async () => {
    const pool = open({ maxWaiting: 10 });
    const running = pool.run('greedy', { name: 'running', ms: 300 }, 9);
    const waiting = pool.run('greedy', { name: 'waiting', ms: 0 }, 6);
    const excess = errorOf(pool.run('greedy', { name: 'excess', ms: 0 }, 3));
    const modest = pool.run('modest', { name: 'modest', ms: 0 }, 2);
    expect(await excess).toBeInstanceOf(ThreadBusyError);
    expect(await Promise.all([running, waiting, modest])).toEqual(['running', 'waiting', 'modest']);
  });
});
