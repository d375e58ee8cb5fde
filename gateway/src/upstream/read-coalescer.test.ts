import { ReadCoalescer } from './read-coalescer';

const client = (): AbortSignal => new AbortController().signal;

/** Reads that end when the test says so. */
function readings() {
  const begun: { end: (answer: string) => void; fail: (error: Error) => void; signal: AbortSignal }[] = [];
  const read = (signal: AbortSignal): Promise<string> =>
    new Promise((end, fail) => {
      begun.push({ end, fail, signal });
    });
  const started = async (count: number): Promise<void> => {
    while (begun.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, read, started };
}

describe('ReadCoalescer', () => {
  it('reads once for all requests during another read', async () => {
    const reads = new ReadCoalescer<string>();
    const { begun, read, started } = readings();
    const first = reads.read('a', client(), read);
    const others = Array.from({ length: 50 }, () => reads.read('a', client(), read));
    expect(begun).toHaveLength(1);
    begun[0]?.end('old');
    await started(2);
    begun[1]?.end('new');
    expect(await first).toBe('old');
    expect(new Set(await Promise.all(others))).toEqual(new Set(['new']));
    expect(begun).toHaveLength(2);
  });

  it('gives no request the result of a read that started before it', async () => {
    const reads = new ReadCoalescer<string>();
    const { begun, read, started } = readings();
    void reads.read('a', client(), read);
    const second = reads.read('a', client(), read);
    begun[0]?.end('1');
    await started(2);
    const third = reads.read('a', client(), read);
    begun[1]?.end('2');
    await started(3);
    begun[2]?.end('3');
    expect(await Promise.all([second, third])).toEqual(['2', '3']);
  });

  it('does not coalesce different keys', () => {
    const reads = new ReadCoalescer<string>();
    const { begun, read } = readings();
    void reads.read('a', client(), read);
    void reads.read('b', client(), read);
    expect(begun).toHaveLength(2);
  });

  it('does not wait for a slow read', async () => {
    const reads = new ReadCoalescer<string>();
    const { begun, read, started } = readings();
    const slow = reads.read('a', client(), read);
    const next = reads.read('a', client(), read);
    await started(2);
    begun[1]?.end('next');
    expect(await next).toBe('next');
    begun[0]?.end('slow');
    expect(await slow).toBe('slow');
  });

  it('forgets a key without requests', async () => {
    const reads = new ReadCoalescer<string>();
    for (let round = 0; round < 3; round++) {
      const { begun, read } = readings();
      const answer = reads.read('a', client(), read);
      expect(begun).toHaveLength(1);
      begun[0]?.end('done');
      await answer;
      await new Promise((resolve) => setImmediate(resolve));
    }
  });

  it('rejects all requests that share a failed read, and no others', async () => {
    const reads = new ReadCoalescer<string>();
    const { begun, read, started } = readings();
    const first = reads.read('a', client(), read);
    const second = reads.read('a', client(), read);
    begun[0]?.fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await started(2);
    begun[1]?.end('back');
    expect(await second).toBe('back');
  });

  it('is aborted when all clients that share the read have disconnected', async () => {
    const reads = new ReadCoalescer<string>();
    const { begun, read, started } = readings();
    void reads.read('a', client(), read);
    const [one, other] = [new AbortController(), new AbortController()];
    void reads.read('a', one.signal, read);
    void reads.read('a', other.signal, read);
    begun[0]?.end('done');
    await started(2);
    const signal = begun[1]?.signal ?? client();
    const onAbort = jest.fn();
    signal.addEventListener('abort', () => onAbort());
    one.abort();
    expect([signal.aborted, onAbort.mock.calls]).toEqual([false, []]);
    other.abort();
    expect([signal.aborted, onAbort.mock.calls]).toEqual([true, [[]]]);
  });
});
