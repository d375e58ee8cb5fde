import { constants, deflateSync } from 'node:zlib';
import { generator } from '../../testing/random-history';
import { inflate, maxCompressedBytes } from './inflate';

const random = generator(7);

/** Random bytes, of which some repeat. */
function someContent(size: number): Buffer {
  const content = Buffer.alloc(size);
  for (let n = 0; n < size; n += 1)
    content[n] = n > 20 && random() < 0.5 ? content[n - 20]! : Math.floor(random() * 256);
  return content;
}

describe('inflate', () => {
  it('reverses zlib at each level and with each strategy, whatever follows', () => {
    const { Z_FILTERED, Z_FIXED, Z_HUFFMAN_ONLY, Z_DEFAULT_STRATEGY } = constants;
    for (const size of [0, 1, 2, 41, 300, 5000, 70_000]) {
      for (const level of [0, 1, 6, 9]) {
        for (const strategy of [Z_DEFAULT_STRATEGY, Z_FILTERED, Z_FIXED, Z_HUFFMAN_ONLY]) {
          const content = someContent(size);
          const compressed = deflateSync(content, { level, strategy });
          const followed = Buffer.concat([compressed, someContent(30)]);
          expect(inflate(followed, size).equals(content)).toBe(true);
          if (level > 0 && strategy === Z_DEFAULT_STRATEGY)
            expect(compressed.length).toBeLessThanOrEqual(maxCompressedBytes(size));
        }
      }
    }
  });

  it('throws if the data ends early', () => {
    const content = someContent(500);
    const compressed = deflateSync(content);
    for (const length of [0, 1, 2, 10, 100, compressed.length - 10])
      expect(() => inflate(compressed.subarray(0, length), 500)).toThrow();
  });

  it('throws for less content than expected, and for other data', () => {
    expect(() => inflate(deflateSync(someContent(10)), 11)).toThrow('shorter');
    expect(() => inflate(deflateSync(someContent(10), { dictionary: someContent(20) }), 10)).toThrow('not compressed');
    expect(() => inflate(Buffer.from('some other thing'), 10)).toThrow('not compressed');
  });

  it('takes little time for content that is longer than expected', () => {
    const compressed = deflateSync(Buffer.alloc(10_000_000));
    expect(inflate(compressed, 100).equals(Buffer.alloc(100))).toBe(true);
    expect(() => inflate(compressed, 10_000)).toThrow('larger');
  });
});
