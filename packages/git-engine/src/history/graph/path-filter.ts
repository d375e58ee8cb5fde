/**
 * The changed-path Bloom filters of a commit graph: for each commit, a set that contains the paths
 * that differ from its first parent. It never misses a changed path, but may contain others.
 */
import { hashPath } from './hash-path';

/** The two hashes of a path, from which its bits in each set are computed. */
class PathKey {
  private prepared: Uint32Array | undefined;

  constructor(
    private readonly first: number,
    private readonly second: number,
  ) {}

  /** Bit `n` in a set of a number of bytes. */
  bit(n: number, bytes: number): number {
    return ((this.first + Math.imul(n, this.second)) >>> 0) % (bytes * 8);
  }

  /** The first bits in sets of 0, 1, … bytes, so that most tests need no division. */
  get preparedBits(): Uint32Array {
    return (this.prepared ??= this.prepare());
  }

  private prepare(): Uint32Array {
    const bits = new Uint32Array(PREPARED_SIZES * PREPARED_BITS);
    for (let bytes = 1; bytes < PREPARED_SIZES; bytes += 1) {
      for (let n = 0; n < PREPARED_BITS; n += 1) bits[bytes * PREPARED_BITS + n] = this.bit(n, bytes);
    }
    return bits;
  }
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
/** Larger sets, of commits with many changes, are seldom. */
const PREPARED_SIZES = 64;
const PREPARED_BITS = 4;

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
    const from = index === 0 ? 0 : this.ends[index - 1]!;
    const end = this.ends[index]!;
    const bytes = end - from;
    // A commit without a filter is not known, nor one whose filter is outside of the file.
    if (bytes <= 0 || this.filters + end > this.data.length) return false;
    for (let n = 0; n < keys.length; n += 1) if (!this.contains(this.filters + from, bytes, keys[n]!)) return true;
    return false;
  }

  private contains(at: number, bytes: number, key: PathKey): boolean {
    const { data, hashes } = this;
    let n = 0;
    if (bytes < PREPARED_SIZES && hashes >= PREPARED_BITS) {
      // Nearly all sets that lack the path lack one of these bits. A branch for each bit takes more
      // time than all tests, because processors cannot predict it.
      const prepared = key.preparedBits;
      const from = bytes * PREPARED_BITS;
      const one = prepared[from]!;
      const two = prepared[from + 1]!;
      const three = prepared[from + 2]!;
      const four = prepared[from + 3]!;
      const has =
        (data[at + (one >>> 3)]! >>> (one & 7)) &
        (data[at + (two >>> 3)]! >>> (two & 7)) &
        (data[at + (three >>> 3)]! >>> (three & 7)) &
        (data[at + (four >>> 3)]! >>> (four & 7));
      if ((has & 1) === 0) return false;
      n = PREPARED_BITS;
    }
    for (; n < hashes; n += 1) {
      const bit = key.bit(n, bytes);
      if (((data[at + (bit >>> 3)]! >>> (bit & 7)) & 1) === 0) return false;
    }
    return true;
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
  return new PathKey(first, second);
}
