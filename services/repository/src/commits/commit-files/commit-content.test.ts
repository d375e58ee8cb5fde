import { randomBytes } from 'node:crypto';
import { contentOf } from './commit-content';

const base64 = (content: string) => contentOf({ content, encoding: 'base64' });
const LARGE = 3 * 1024 * 1024 + 1;

describe('contentOf', () => {
  it('returns texts as UTF-8, whatever their length', async () => {
    expect(await contentOf({})).toBeUndefined();
    // Characters of two units are at every position relative to the pieces.
    for (const text of ['', 'ä😀', '😀'.repeat(LARGE), `a${'😀'.repeat(LARGE)}`])
      expect((await contentOf({ content: text }))?.equals(Buffer.from(text))).toBe(true);
  });

  it('decodes base64 of any length, with line breaks, without padding, and URL-safe', async () => {
    for (const size of [0, 1, 2, 3, LARGE, LARGE + 1, LARGE + 2]) {
      const bytes = randomBytes(size);
      const written = bytes.toString('base64');
      const forms = [
        written,
        written.replace(/=+$/, ''),
        bytes.toString('base64url'),
        written.replace(/.{61}/g, '$&\r\n'),
      ];
      for (const form of forms) expect((await base64(form))?.equals(bytes)).toBe(true);
    }
  });

  it.each(['a$b', '=a', 'YQ==YQ', 'ä', `${'YQ'.repeat(LARGE)}!`, `${'='.repeat(LARGE)}a`])(
    'refuses base64 that is invalid: %#',
    async (content) => {
      await expect(base64(content)).rejects.toThrow('content is not valid base64');
    },
  );
});
