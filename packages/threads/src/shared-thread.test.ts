import { join } from 'node:path';
import { SharedThread } from './shared-thread';

interface Request {
  number: number;
  memory: ArrayBuffer;
}

interface Response {
  sum: number;
  memory: ArrayBuffer;
}

describe('SharedThread', () => {
  let thread: SharedThread<Request, Response>;
  beforeEach(() => {
    thread = new SharedThread(join(__dirname, 'testing/adding-thread.cjs'));
  });

  async function add(number: number): Promise<number> {
    const memory = new ArrayBuffer(8);
    const adding = thread.request({ number, memory }, [memory]);
    expect(memory.byteLength).toBe(0);
    const response = await adding;
    expect(response.memory.byteLength).toBe(8);
    return response.sum;
  }

  it('handles requests in their order, with state and without copies of memory', async () => {
    expect(await Promise.all([1, 2, 3].map(add))).toEqual([1, 3, 6]);
    expect(await add(4)).toBe(10);
  });

  it('fails with the message and code of an error, and continues', async () => {
    await expect(add(0)).rejects.toMatchObject({ message: 'nothing to add', code: 'ENOTHING' });
    expect(await add(5)).toBe(5);
  });

  it('fails all requests if the thread exits, and starts another one', async () => {
    await add(1);
    const results = await Promise.allSettled([-1, 2].map(add));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await add(3)).toBe(3);
  });
});
