import { applyDelta, deltaResultSize } from './apply-delta';

const base = Buffer.from('0123456789'.repeat(20));

function result(delta: number[]): string {
  const buffer = Buffer.alloc(deltaResultSize(Buffer.from(delta)));
  applyDelta(base, Buffer.from(delta), buffer);
  return buffer.toString();
}

/** The sizes of the base and of a result of fewer than 128 bytes. */
function sizes(size: number): number[] {
  return [0x80 | (base.length & 0x7f), base.length >>> 7, size];
}

describe('applyDelta', () => {
  it('copies parts of the base and inserts bytes', () => {
    expect(result([...sizes(8), 0x90 | 1, 3, 4, 2, 97, 98, 0x90, 2])).toBe('3456ab01');
    expect(result([...sizes(0)])).toBe('');
  });

  it('reads offsets and lengths of several bytes', () => {
    const large = Buffer.alloc(0x12345 + 0x10000, 'x');
    large.write('here', 0x12345);
    const delta = Buffer.from([
      0x80 | (large.length & 0x7f),
      0x80 | ((large.length >>> 7) & 0x7f),
      large.length >>> 14,
      4,
    ]);
    const copied = Buffer.alloc(4);
    applyDelta(large, Buffer.concat([delta, Buffer.from([0x97, 0x45, 0x23, 0x01, 4])]), copied);
    expect(copied.toString()).toBe('here');
    const whole = Buffer.alloc(0x10000);
    const header = [...delta.subarray(0, 3), 0x80, 0x80, 0x04];
    applyDelta(large, Buffer.from([...header, 0x87, 0x45, 0x23, 0x01]), whole);
    expect(whole.equals(large.subarray(0x12345))).toBe(true);
  });

  it.each([
    ['an unknown command', [...sizes(1), 0]],
    ['a copy beyond the end of the base', [...sizes(20), 0x91, base.length - 10, 20]],
    ['an insertion beyond the end of the delta', [...sizes(3), 3, 97]],
    ['a result that is too long', [...sizes(2), 3, 97, 98, 99]],
    ['a result that is too short', [...sizes(4), 3, 97, 98, 99]],
    ['another base', [5, 1, 1, 97]],
    ['a copy without its numbers', [...sizes(4), 0x91, 1]],
    ['a size without an end', [0x80, 0x80]],
    ['nothing', []],
  ])('refuses %s', (_, delta) => expect(() => result(delta)).toThrow());

  it('throws or returns a result of the right size for every damaged delta', () => {
    const delta = [...sizes(10), 0x91, 20, 6, 4, 97, 98, 99, 100];
    for (let at = 0; at < delta.length; at += 1) {
      for (let byte = 0; byte < 256; byte += 1) {
        const damaged = delta.with(at, byte);
        const buffer = Buffer.alloc(10);
        try {
          applyDelta(base, Buffer.from(damaged), buffer);
        } catch (error) {
          expect((error as Error).message).toContain('the delta');
        }
      }
    }
  });
});
