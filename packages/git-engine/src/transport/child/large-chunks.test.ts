import { PassThrough } from 'node:stream';
import { largeChunks } from './large-chunks';

const KIB = 1024;

describe('the content of a stream in large chunks', () => {
  it('is passed on at once in the beginning, and in large chunks later', async () => {
    const stream = new PassThrough();
    const chunks = largeChunks(stream);
    for (const text of ['0008NAK\n', '0031ACK']) {
      stream.write(text);
      expect(String((await chunks.next()).value)).toBe(text);
    }
    stream.write(Buffer.alloc(100 * KIB, 'a'));
    await chunks.next();
    await chunks.next();
    const sizes: number[] = [];
    const writing = (async () => {
      for (let n = 0; n < 100; n += 1) if (!stream.write(Buffer.alloc(8 * KIB, String(n % 10)))) await drained(stream);
      stream.end();
    })();
    const content: Buffer[] = [];
    for await (const chunk of chunks) {
      sizes.push(chunk.length);
      content.push(chunk);
    }
    await writing;
    const expected = Array.from({ length: 100 }, (_, n) => String(n % 10).repeat(8 * KIB));
    expect(Buffer.concat(content).toString()).toBe(expected.join(''));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(64 * KIB);
    expect(sizes.length).toBeLessThan(60);
  });

  it('does not wait for more when nothing follows', async () => {
    const stream = new PassThrough();
    const chunks = largeChunks(stream);
    stream.write(Buffer.alloc(64 * KIB));
    await chunks.next();
    stream.write('rest');
    expect(String((await chunks.next()).value)).toBe('rest');
    stream.end();
    expect((await chunks.next()).done).toBe(true);
  });

  it.each([
    ['its error', new Error('broken')],
    ['an error if it is closed', undefined],
  ])('ends with %s', async (_name, error) => {
    const stream = new PassThrough();
    const chunks = largeChunks(stream);
    stream.write('a');
    await chunks.next();
    const next = chunks.next();
    stream.destroy(error);
    await expect(next).rejects.toThrow(error?.message ?? 'Premature close');
  });
});

function drained(stream: PassThrough): Promise<unknown> {
  return new Promise((resolve) => stream.once('drain', resolve));
}
