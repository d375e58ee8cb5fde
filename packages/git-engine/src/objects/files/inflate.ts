/**
 * Inflates compressed objects. For small ones, zlib in Node takes longer to prepare than the work
 * takes.
 */
import { inflateSync as inflateByZlib } from 'node:zlib';
import { inflateSync } from 'fflate';

const HEADER_BYTES = 2;
const CHECKSUM_BYTES = 4;
const DEFLATE = 8;
const HAS_DICTIONARY = 0x20;
/** Content up to which fflate is faster. */
const MAX_SMALL_BYTES = 2048;

/** Bytes that the compressed form of content has at most, as zlib writes it. */
export function maxCompressedBytes(size: number): number {
  return size + (size >>> 12) + (size >>> 14) + (size >>> 25) + 13 + CHECKSUM_BYTES;
}

/**
 * Returns the content of compressed data, which other bytes may follow. Throws if the data is
 * damaged in a way that can be seen; the caller checks the content.
 */
export function inflate(compressed: Uint8Array, size: number): Buffer {
  const [method = 0, flags = 0] = compressed;
  if (compressed.length <= HEADER_BYTES + CHECKSUM_BYTES) throw new Error('the compressed data is truncated');
  if ((method & 15) !== DEFLATE || (method * 256 + flags) % 31 !== 0 || (flags & HAS_DICTIONARY) !== 0)
    throw new Error('not compressed data');
  const content = size > MAX_SMALL_BYTES ? inflateLarge(compressed, size) : inflateSmall(compressed, size);
  if (content.length !== size) throw new Error('the compressed data is shorter than expected');
  return content;
}

function inflateLarge(compressed: Uint8Array, size: number): Buffer {
  return inflateByZlib(compressed, { maxOutputLength: size });
}

function inflateSmall(compressed: Uint8Array, size: number): Buffer {
  const content = Buffer.allocUnsafe(size);
  const written = inflateSync(compressed.subarray(HEADER_BYTES), { out: content });
  return content.subarray(0, written.length);
}
