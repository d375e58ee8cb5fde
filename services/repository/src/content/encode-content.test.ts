import { createHash, randomBytes } from 'node:crypto';
import { encodeContent } from './encode-content';

const LARGE = 1024 * 1024;

describe('encodeContent', () => {
  it.each([0, 1, 2, 3, LARGE, LARGE + 1, LARGE + 2])('encodes %d bytes', async (size) => {
    const data = randomBytes(size);
    const { content, content_sha256 } = JSON.parse(JSON.stringify(await encodeContent(data))) as Record<string, string>;
    expect(content === data.toString('base64')).toBe(true);
    expect(content_sha256).toBe(createHash('sha256').update(data).digest('hex'));
  });

  it('lets the event loop do other work meanwhile', async () => {
    let turns = 0;
    const count = (): void => {
      turns++;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    await encodeContent(Buffer.alloc(64 * LARGE, 'a'));
    clearImmediate(timer);
    // At least one for each piece of 384 KiB.
    expect(turns).toBeGreaterThan(150);
  });
});
