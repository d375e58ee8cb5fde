/**
 * The changed-path Bloom filters of a commit graph: for each commit, a set that contains the paths
 * that differ from its first parent. It never misses a changed path, but may contain others.
 */
import { hashPath } from './hash-path';

/** The two hashes of a path, from which its bits in each set are computed. */
interface PathKey {
  first: number;
  second: number;
  /** The first bit in sets of 0, 1, … bytes: half of all sets that lack the path lack this bit. */
  firstBits: Uint32Array;
}

/**
 * The keys of a path and of its folders, of which a commit that changed the path changed all. The
 * path is first: the fewest commits changed it.
 */
export type PathKeys = readonly PathKey[];

const HEADER_BYTES = 12;
/** Versions differ only in the hashes of paths that are not ASCII. */
const MAX_VERSION = 2;
const MAX_FOLDERS = 32;
/** Sets of more bytes, of commits with many changes, are seldom. */
const PREPARED_BYTES = 128;

export class PathFilter {
  private constructor(
    private readonly data: Buffer,
    /** Where the filter of each commit ends, from the beginning of the filters. */
    private readonly ends: Uint32Array,
    private readonly filters: number,
    private readonly hashes: number,
  ) {}

  /** Reads the filters of a number of commits; undefined for an unknown version. */
  static open(data: Buffer, index: number, filters: number, size: number): PathFilter | undefined {
    if (data.readUInt32BE(filters) > MAX_VERSION) return undefined;
    return new PathFilter(data, readNumbers(data, index, size), filters + HEADER_BYTES, data.readUInt32BE(filters + 4));
  }

  /** Whether the commit at an index certainly did not change the path. */
  excludes(index: number, keys: PathKeys): boolean {
    const from = index === 0 ? 0 : (this.ends[index - 1] as number);
    const bytes = (this.ends[index] as number) - from;
    // A commit without a filter is not known.
    if (bytes === 0) return false;
    for (let n = 0; n < keys.length; n += 1) if (!this.contains(this.filters + from, bytes, keys[n]!)) return true;
    return false;
  }

  private contains(at: number, bytes: number, { first, second, firstBits }: PathKey): boolean {
    const known = firstBits[bytes];
    if (known !== undefined && !this.hasBit(at, known)) return false;
    for (let n = known === undefined ? 0 : 1; n < this.hashes; n += 1) {
      if (!this.hasBit(at, ((first + Math.imul(n, second)) >>> 0) % (bytes * 8))) return false;
    }
    return true;
  }

  private hasBit(at: number, bit: number): boolean {
    return ((this.data[at + (bit >>> 3)] ?? 0xff) & (1 << (bit & 7))) !== 0;
  }
}

/**
 * Reads numbers that are this many bytes apart: a walk reads thousands of them, which need no call
 * each then. Throws RangeError if there are fewer.
 */
export function readNumbers(data: Buffer, at: number, count: number, stride = 4): Uint32Array {
  if (at + count * stride > data.length) throw new RangeError('the commit graph is too short');
  const numbers = new Uint32Array(count);
  for (let n = 0; n < count; n += 1) numbers[n] = data.readUInt32BE(at + n * stride);
  return numbers;
}

/**
 * The keys of a path; undefined for one that has no reliable hash: git's versions hash bytes above
 * 127 differently.
 */
export function pathKeys(path: string): PathKeys | undefined {
  if (path === '' || /[^\0-\x7f]/.test(path)) return undefined;
  const parts = path.split('/');
  // The hashes of all folders of a path take time quadratic in its length.
  if (parts.length > MAX_FOLDERS) return [keyOf(path)];
  return parts.map((_, index) => keyOf(parts.slice(0, parts.length - index).join('/')));
}

function keyOf(path: string): PathKey {
  const [first, second] = hashPath(path);
  const firstBits = new Uint32Array(PREPARED_BYTES);
  for (let bytes = 1; bytes < PREPARED_BYTES; bytes += 1) firstBits[bytes] = (first >>> 0) % (bytes * 8);
  return { first, second, firstBits };
}
