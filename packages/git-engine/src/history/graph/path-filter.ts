/**
 * The changed-path Bloom filters of a commit graph: for each commit, a set that contains the paths
 * that differ from its first parent. It never misses a changed path, but may contain others.
 */
import { hashPath } from './hash-path';

/**
 * The hashes of a path and of its folders, of which a commit that changed the path changed all. The
 * path is first: the fewest commits changed it.
 */
export type PathKeys = readonly (readonly [number, number])[];

const HEADER_BYTES = 12;
/** Versions differ only in the hashes of paths that are not ASCII. */
const MAX_VERSION = 2;
const MAX_FOLDERS = 32;

export class PathFilter {
  private constructor(
    private readonly data: Buffer,
    private readonly index: number,
    private readonly filters: number,
    private readonly hashes: number,
  ) {}

  /** Reads filters at their offsets in the file; undefined for an unknown version. */
  static open(data: Buffer, index: number, filters: number): PathFilter | undefined {
    if (data.readUInt32BE(filters) > MAX_VERSION) return undefined;
    return new PathFilter(data, index, filters + HEADER_BYTES, data.readUInt32BE(filters + 4));
  }

  /** Whether the commit at an index certainly did not change the path. */
  excludes(index: number, keys: PathKeys): boolean {
    const from = index === 0 ? 0 : this.data.readUInt32BE(this.index + (index - 1) * 4);
    const bits = (this.data.readUInt32BE(this.index + index * 4) - from) * 8;
    // A commit without a filter is not known.
    if (bits === 0) return false;
    for (const key of keys) if (!this.contains(this.filters + from, bits, key)) return true;
    return false;
  }

  private contains(at: number, bits: number, [first, second]: readonly [number, number]): boolean {
    for (let n = 0; n < this.hashes; n += 1) {
      const bit = ((first + Math.imul(n, second)) >>> 0) % bits;
      if (((this.data[at + (bit >>> 3)] ?? 0xff) & (1 << (bit & 7))) === 0) return false;
    }
    return true;
  }
}

/**
 * The keys of a path; undefined for one that has no reliable hash: git's versions hash bytes above
 * 127 differently.
 */
export function pathKeys(path: string): PathKeys | undefined {
  if (path === '' || /[^\0-\x7f]/.test(path)) return undefined;
  const parts = path.split('/');
  // The hashes of all folders of a path take time quadratic in its length.
  if (parts.length > MAX_FOLDERS) return [hashPath(path)];
  return parts.map((_, index) => hashPath(parts.slice(0, parts.length - index).join('/')));
}
