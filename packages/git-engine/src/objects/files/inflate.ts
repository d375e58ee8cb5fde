/**
 * Inflates small compressed objects. For these, zlib in Node takes longer to prepare than the work
 * takes.
 */
import { inflateSync } from 'fflate';

const HEADER_BYTES = 2;
const CHECKSUM_BYTES = 4;
const DEFLATE = 8;
const HAS_DICTIONARY = 0x20;

/** Bytes that the compressed form of content has at most, as zlib writes it. */
export function maxCompressedBytes(size: number): number {
  return size + (size >>> 12) + (size >>> 14) + (size >>> 25) + 13 + CHECKSUM_BYTES;
}

/**
 * Fills `content` from compressed data, which other bytes may follow. Throws if the data is damaged
 * in a way that can be seen; the caller checks the content.
 */
export function inflateInto(compressed: Uint8Array, content: Uint8Array): void {
  const [method = 0, flags = 0] = compressed;
  if (compressed.length <= HEADER_BYTES + CHECKSUM_BYTES) throw new Error('the compressed data is truncated');
  if ((method & 15) !== DEFLATE || (method * 256 + flags) % 31 !== 0 || (flags & HAS_DICTIONARY) !== 0)
    throw new Error('not compressed data');
  const written = inflateSync(compressed.subarray(HEADER_BYTES), { out: content });
  if (written.length !== content.length) throw new Error('the compressed data is shorter than expected');
}
