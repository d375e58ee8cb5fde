import { ReadCoalescer } from './read-coalescer';

const client = (): AbortSignal => new AbortController().signal;

/** Reads that the test resolves or rejects. */
function trackedReads() {
  const startedReads: { end: (result: string) => void; fail: (error: Error) => void; signal: AbortSignal }[] = [];
  const read = (signal: AbortSignal): Promise<string> =>
    new Promise((end, fail) => {
      startedReads.push({ end, fail, signal });
    });
  const started = async (count: number): Promise<void> => {
    while (startedReads.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  return { startedReads, read, started };
}

describe('ReadCoalescer', () => {
  it('reads once for all requests during another read', async () => {
    const reads = new ReadCoalescer<string>();
    const { startedReads, read, started } = trackedReads();
    const first = reads.read('a', client(), read);
    const others = Array.from({ length: 50 }, () => reads.read('a', client(), read));
    expect(startedReads).toHaveLength(1);
    startedReads[0]?.end('old');
    await started(2);
    startedReads[1]?.end('new');
    expect(await first).toBe('old');
    expect(new Set(await Promise.all(others))).toEqual(new Set(['new']));
    expect(startedReads).toHaveLength(2);
  });

  it('gives no request the result of a read that started before it', async () => {
    const reads = new ReadCoalescer<string>();
    const { startedReads, read, started } = trackedReads();
    void reads.read('a', client(), read);
    const second = reads.read('a', client(), read);
    startedReads[0]?.end('1');
    await started(2);
    const third = reads.read('a', client(), read);
    startedReads[1]?.end('2');
    await started(3);
    startedReads[2]?.end('3');
    expect(await Promise.all([second, third])).toEqual(['2', '3']);
  });

  it('does not coalesce different keys', () => {
    const reads = new ReadCoalescer<string>();
    const { startedReads, read } = trackedReads();
    void reads.read('a', client(), read);
    void reads.read('b', client(), read);
    expect(startedReads).toHaveLength(2);
  });

  it('does not wait for a slow read', async () => {
    const reads = new ReadCoalescer<string>();
    const { startedReads, read, started } = trackedReads();
    const slow = reads.read('a', client(), read);
    const next = reads.read('a', client(), read);
    await started(2);
    startedReads[1]?.end('next');
    expect(await next).toBe('next');
    startedReads[0]?.end('slow');
    expect(await slow).toBe('slow');
  });

  it('removes a key without requests', async () => {
    const reads = new ReadCoalescer<string>();
    for (let round = 0; round < 3; round++) {
      const { startedReads, read } = trackedReads();
      const result = reads.read('a', client(), read);
      expect(startedReads).toHaveLength(1);
      startedReads[0]?.end('done');
      await result;
      await new Promise((resolve) => setImmediate(resolve));
    }
  });

  it('rejects all requests that share a failed read, and no others', async () => {
    const reads = new ReadCoalescer<string>();
    const { startedReads, read, started } = trackedReads();
    const first = reads.read('a', client(), read);
    const second = reads.read('a', client(), read);
    startedReads[0]?.fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await started(2);
    startedReads[1]?.end('back');
    expect(await second).toBe('back');
  });

  it('is aborted when all clients that share the read have disconnected', async () => {
    const reads = new ReadCoalescer<string>();
    const { startedReads, read, started } = trackedReads();
    void reads.read('a', client(), read);
    const [one, other] = [new AbortController(), new AbortController()];
    void reads.read('a', one.signal, read);
    void reads.read('a', other.signal, read);
    startedReads[0]?.end('done');
    await started(2);
    const signal = startedReads[1]?.signal ?? client();
    const onAbort = jest.fn();
    signal.addEventListener('abort', () => onAbort());
    one.abort();
    expect([signal.aborted, onAbort.mock.calls]).toEqual([false, []]);
    other.abort();
    expect([signal.aborted, onAbort.mock.calls]).toEqual([true, [[]]]);
  });
});
