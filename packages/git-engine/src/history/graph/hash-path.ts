/** The hashes of changed-path filters: MurmurHash3 (32 bits) with git's two seeds. */

const FIRST_SEED = 0x293ae76f;
const SECOND_SEED = 0x7e646e2c;

/** Both hashes of an ASCII path. */
export function hashPath(path: string): readonly [number, number] {
  const bytes = Buffer.from(path, 'latin1');
  return [murmur3(FIRST_SEED, bytes), murmur3(SECOND_SEED, bytes)];
}

function murmur3(seed: number, bytes: Buffer): number {
  let hash = seed;
  const blocks = bytes.length >>> 2;
  for (let n = 0; n < blocks; n += 1) {
    hash = rotate(hash ^ mix(bytes.readUInt32LE(n * 4)), 13);
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
  }
  let rest = 0;
  for (let at = bytes.length - 1; at >= blocks * 4; at -= 1) rest = (rest << 8) | (bytes[at] ?? 0);
  hash ^= mix(rest) ^ bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function mix(block: number): number {
  return Math.imul(rotate(Math.imul(block, 0xcc9e2d51), 15), 0x1b873593);
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
