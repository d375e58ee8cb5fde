import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { PackDetector } from './pack-detector';
import { PacketScanner, type ScannedPacket } from './packet-scanner';
import { flushPacket, packet } from './pkt-line';
import { PushBoundary } from './push-boundary';

/** Splits bytes at arbitrary offsets, as a socket may. */
function cut(bytes: Buffer, offsets: number[]): Buffer[] {
  const at = [0, ...offsets.map((offset) => offset % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}
const offsets = fc.array(fc.nat(), { maxLength: 8 });

describe('the scanner of packets', () => {
  const bytes = Buffer.concat([packet('command=fetch\n'), Buffer.from('0001'), packet('done\n'), flushPacket]);

  it('finds every packet, however the bytes are split', () => {
    const expected = [
      [18, 'c'],
      [1, undefined],
      [9, 'd'],
      [0, undefined],
    ];
    fc.assert(
      fc.property(offsets, (list) => {
        const scanner = new PacketScanner();
        const seen: unknown[] = [];
        const visit = ({ size, first }: ScannedPacket): boolean => {
          seen.push([size, first === undefined ? undefined : String.fromCharCode(first)]);
          return false;
        };
        for (const chunk of cut(bytes, list)) scanner.scan(chunk, visit);
        expect(seen).toEqual(expected);
      }),
    );
  });

  it('stops at bytes that are no packet', () => {
    const scanner = new PacketScanner();
    scanner.scan(Buffer.from('PACK0000'), () => false);
    expect(scanner.isBroken).toBe(true);
  });
});

describe('the detector of packs', () => {
  const before = [packet('packfile\n'), packet('\x02Counting objects\r'), packet('\x01'), packet('\x02done\n')];
  const pack = packet('\x01PACK');

  it('does not take progress for a pack', () => {
    const detector = new PackDetector();
    expect(before.map((one) => detector.push(one))).toEqual([false, false, false, false]);
    expect([detector.hasSideBand, detector.push(pack)]).toEqual([true, true]);
    expect(detector.push(packet('\x02later progress'))).toBe(true);
  });

  it('finds a pack without a side band', () => {
    const detector = new PackDetector();
    expect(detector.push(packet('NAK\n'))).toBe(false);
    expect([detector.push(Buffer.from('PACK')), detector.hasSideBand]).toEqual([true, false]);
  });
});

describe('the end of a push', () => {
  const id = 'a'.repeat(40);
  const zero = '0'.repeat(40);
  const create = packet(`${zero} ${id} refs/heads/a\0 report-status side-band-64k agent=git/2`);
  const withOptions = packet(`${zero} ${id} refs/heads/a\0 report-status push-options`);
  const remove = packet(`${id} ${zero} refs/heads/b\0 report-status`);

  function packOf(length: number): Buffer {
    const content = Buffer.concat([Buffer.from('PACK\0\0\0\x02\0\0\0\x01'), randomBytes(length)]);
    return Buffer.concat([content, createHash('sha1').update(content).digest()]);
  }

  it.each([
    ['with a pack', Buffer.concat([create, flushPacket, packOf(1000)])],
    ['with an empty pack', Buffer.concat([create, flushPacket, packOf(0)])],
    ['with options', Buffer.concat([withOptions, flushPacket, packet('ci.skip'), flushPacket, packOf(100)])],
    ['that deletes and creates', Buffer.concat([remove, create, flushPacket, packOf(100)])],
    ['that only deletes', Buffer.concat([remove, flushPacket])],
    ['of a shallow clone', Buffer.concat([packet(`shallow ${id}`), create, flushPacket, packOf(10)])],
    ['of nothing', flushPacket],
  ])('%s is found at its last byte', (_, bytes) => {
    fc.assert(
      fc.property(offsets, (list) => {
        const boundary = new PushBoundary();
        const chunks = [...cut(bytes.subarray(0, -1), list), bytes.subarray(-1)];
        const ends = chunks.map((chunk) => {
          boundary.push(chunk);
          return boundary.section === 'end';
        });
        expect([ends.indexOf(true), ends.length - 1]).toEqual([ends.length - 1, ends.length - 1]);
      }),
    );
  });

  it('is not found in a pack that is incomplete, or in bytes that are no push', () => {
    for (const bytes of [Buffer.concat([create, flushPacket, packOf(100).subarray(0, -1)]), Buffer.from('nonsense')]) {
      const boundary = new PushBoundary();
      boundary.push(bytes);
      expect(boundary.section).not.toBe('end');
    }
  });

  it('shows whether the client expects a side band', () => {
    const boundaries = [create, remove].map((command) => {
      const boundary = new PushBoundary();
      boundary.push(command);
      return boundary.hasSideBand;
    });
    expect(boundaries).toEqual([true, false]);
  });
});
