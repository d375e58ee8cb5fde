import { JoinedReads } from './joined-reads';
import type { HangUp } from '../server/hang-up';

const client = (): HangUp => ({ isGone: false, onGone: undefined });
const leave = (one: HangUp): void => {
  one.isGone = true;
  one.onGone?.();
};

/** Reads that end when the test says so. */
function readings() {
  const begun: { end: (answer: string) => void; fail: (error: Error) => void; hangUp: HangUp }[] = [];
  const read = (hangUp: HangUp): Promise<string> =>
    new Promise((end, fail) => {
      begun.push({ end, fail, hangUp });
    });
  const started = async (count: number): Promise<void> => {
    while (begun.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, read, started };
}

describe('JoinedReads', () => {
  it('reads once for all who ask while another read is under way', async () => {
    const joined = new JoinedReads<string>();
    const { begun, read, started } = readings();
    const first = joined.read('a', client(), read);
    const others = Array.from({ length: 50 }, () => joined.read('a', client(), read));
    expect(begun).toHaveLength(1);
    begun[0]?.end('old');
    await started(2);
    begun[1]?.end('new');
    expect(await first).toBe('old');
    expect(new Set(await Promise.all(others))).toEqual(new Set(['new']));
    expect(begun).toHaveLength(2);
  });

  it('gives nobody an answer that was begun before he asked', async () => {
    const joined = new JoinedReads<string>();
    const { begun, read, started } = readings();
    void joined.read('a', client(), read);
    const second = joined.read('a', client(), read);
    begun[0]?.end('1');
    await started(2);
    const third = joined.read('a', client(), read);
    begun[1]?.end('2');
    await started(3);
    begun[2]?.end('3');
    expect(await Promise.all([second, third])).toEqual(['2', '3']);
  });

  it('does not join different questions', () => {
    const joined = new JoinedReads<string>();
    const { begun, read } = readings();
    void joined.read('a', client(), read);
    void joined.read('b', client(), read);
    expect(begun).toHaveLength(2);
  });

  it('does not wait for a read that takes long', async () => {
    const joined = new JoinedReads<string>();
    const { begun, read, started } = readings();
    const slow = joined.read('a', client(), read);
    const next = joined.read('a', client(), read);
    await started(2);
    begun[1]?.end('next');
    expect(await next).toBe('next');
    begun[0]?.end('slow');
    expect(await slow).toBe('slow');
  });

  it('forgets a question that nobody asks any more', async () => {
    const joined = new JoinedReads<string>();
    for (let round = 0; round < 3; round++) {
      const { begun, read } = readings();
      const answer = joined.read('a', client(), read);
      expect(begun).toHaveLength(1);
      begun[0]?.end('done');
      await answer;
      await new Promise((resolve) => setImmediate(resolve));
    }
  });

  it('tells a failure to all who share it, and to nobody else', async () => {
    const joined = new JoinedReads<string>();
    const { begun, read, started } = readings();
    const first = joined.read('a', client(), read);
    const second = joined.read('a', client(), read);
    begun[0]?.fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await started(2);
    begun[1]?.end('back');
    expect(await second).toBe('back');
  });

  it('is gone when all who share the answer are', async () => {
    const joined = new JoinedReads<string>();
    const { begun, read, started } = readings();
    void joined.read('a', client(), read);
    const [one, other] = [client(), client()];
    void joined.read('a', one, read);
    void joined.read('a', other, read);
    begun[0]?.end('done');
    await started(2);
    const [, { hangUp } = { hangUp: client() }] = begun;
    const onGone = jest.fn();
    hangUp.onGone = onGone;
    leave(one);
    expect([hangUp.isGone, onGone.mock.calls]).toEqual([false, []]);
    leave(other);
    expect([hangUp.isGone, onGone.mock.calls]).toEqual([true, [[]]]);
  });
});
