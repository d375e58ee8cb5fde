import { join } from 'node:path';
import { SharedThread } from './shared-thread';

interface Request {
  number: number;
  memory: SharedArrayBuffer;
}

describe('SharedThread', () => {
  let thread: SharedThread<Request, number>;
  beforeEach(() => {
    thread = new SharedThread(join(__dirname, 'testing/adding-thread.cjs'));
  });

  async function add(number: number): Promise<number> {
    const memory = new SharedArrayBuffer(1);
    const sum = await thread.request({ number, memory });
    expect(new Uint8Array(memory)[0]).toBe(sum);
    return sum;
  }

  it('handles requests in their order, with state and shared memory', async () => {
    expect(await Promise.all([1, 2, 3].map(add))).toEqual([1, 3, 6]);
    expect(await add(4)).toBe(10);
  });

  it('fails with the message and code of an error, and continues', async () => {
    await expect(add(0)).rejects.toMatchObject({ message: 'nothing to add', code: 'EEXIST' });
    expect(await add(5)).toBe(5);
  });

  it('fails all requests if the thread exits, and starts another one', async () => {
    await add(1);
    const results = await Promise.allSettled([-1, 2].map(add));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await add(3)).toBe(3);
  });
});
