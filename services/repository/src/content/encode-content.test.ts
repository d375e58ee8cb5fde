import { createHash, randomBytes } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { encodeContent } from './encode-content';

const LARGE = 1024 * 1024;

describe('encodeContent', () => {
  it.each([0, 1, 2, 3, LARGE, LARGE + 1, LARGE + 2])('encodes %d bytes', async (size) => {
    const data = randomBytes(size);
    const { content, content_sha256 } = JSON.parse(JSON.stringify(await encodeContent(data))) as Record<string, string>;
    expect(content === data.toString('base64')).toBe(true);
    expect(content_sha256).toBe(createHash('sha256').update(data).digest('hex'));
  });

  it('keeps the event loop free', async () => {
    const data = Buffer.alloc(64 * LARGE, 'a');
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    await encodeContent(data);
    delay.disable();
    // At once it takes several times as long.
    expect(delay.max / 1e6).toBeLessThan(150);
  });
});
