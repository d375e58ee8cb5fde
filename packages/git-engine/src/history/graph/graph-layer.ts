/** One file of a commit graph: commits in the order of their ids, and changed-path filters. */
import { countIds, findId, ID_BYTES, type IdTable } from '../../objects/files/find-id';
import { PathFilter, type PathKeys, readNumbers } from './path-filter';

const ROW_BYTES = 36;
const HEADER_BYTES = 8;
const CHUNK_ROW_BYTES = 12;
const NO_PARENT = 0x70000000;
const HIGH_BIT = 0x80000000;

/** A commit in a graph; positions count from the oldest file of the chain on. */
export interface GraphRow {
  tree: string;
  /** Committer date in seconds since 1970. */
  time: number;
  parents: number[];
}

/** The chunks that this reader uses. */
interface Chunks extends IdTable {
  rows: number;
  edges: number | undefined;
}

export class GraphLayer {
  /** Number of commits. */
  readonly size: number;
  private readonly chunks: Chunks;
  private readonly filter: PathFilter | undefined;
  private readonly firstParents: Uint32Array;

  /** Throws RangeError or Error for a file that is not a commit graph of this version. */
  constructor(private readonly data: Buffer) {
    // Version 1 with SHA-1 ids.
    if (data.toString('latin1', 0, 4) !== 'CGPH' || data[4] !== 1 || data[5] !== 1)
      throw new Error('not a commit graph');
    const offsets = readOffsets(data);
    const required = (name: string): number => {
      const offset = offsets.get(name);
      if (offset === undefined) throw new Error(`the commit graph has no chunk ${name}`);
      return offset;
    };
    this.chunks = {
      fanout: required('OIDF'),
      ids: required('OIDL'),
      rows: required('CDAT'),
      edges: offsets.get('EDGE'),
    };
    this.size = countIds(data, this.chunks);
    const [index, filters] = [offsets.get('BIDX'), offsets.get('BDAT')];
    if (index !== undefined && filters !== undefined) this.filter = PathFilter.open(data, index, filters, this.size);
    this.firstParents = readNumbers(data, this.chunks.rows + ID_BYTES, this.size, ROW_BYTES);
  }

  /** Index of a commit in this file, or undefined. */
  find(id: Buffer): number | undefined {
    return findId(this.data, this.chunks, id);
  }

  /** Id of the commit at an index. */
  idAt(index: number): string {
    const at = this.chunks.ids + index * ID_BYTES;
    return this.data.toString('hex', at, at + ID_BYTES);
  }

  /** Position of the first parent, or undefined for a commit without parents. */
  firstParentAt(index: number): number | undefined {
    const parent = this.firstParents[index];
    return parent === NO_PARENT ? undefined : parent;
  }

  /** The commit at an index. */
  rowAt(index: number): GraphRow {
    const at = this.chunks.rows + index * ROW_BYTES;
    const tree = this.data.toString('hex', at, at + ID_BYTES);
    return { tree, time: this.timeAt(index), parents: this.parentsAt(index) };
  }

  /** Committer date of the commit at an index, in seconds since 1970. */
  timeAt(index: number): number {
    const at = this.chunks.rows + index * ROW_BYTES;
    // The upper 30 of 64 bits are the generation, the lower 34 the time.
    return (this.data.readUInt32BE(at + 28) & 3) * 2 ** 32 + this.data.readUInt32BE(at + 32);
  }

  /** Whether the filter proves that a commit did not change a path against its first parent. */
  isUnchanged(index: number, keys: PathKeys): boolean {
    return this.filter?.excludes(index, keys) === true;
  }

  private parentsAt(index: number): number[] {
    const first = this.firstParentAt(index);
    if (first === undefined) return [];
    const second = this.data.readUInt32BE(this.chunks.rows + index * ROW_BYTES + ID_BYTES + 4);
    if (second === NO_PARENT) return [first];
    if (second < HIGH_BIT) return [first, second];
    const parents = [first];
    // The list of a merge of more than two; its last entry has the highest bit.
    if (this.chunks.edges === undefined) throw new Error('the commit graph has no list of parents');
    for (let at = this.chunks.edges + (second - HIGH_BIT) * 4; ; at += 4) {
      const parent = this.data.readUInt32BE(at);
      parents.push(parent % HIGH_BIT);
      if (parent >= HIGH_BIT) return parents;
    }
  }
}

function readOffsets(data: Buffer): Map<string, number> {
  const offsets = new Map<string, number>();
  const count = data[6] ?? 0;
  for (let n = 0; n < count; n += 1) {
    const at = HEADER_BYTES + n * CHUNK_ROW_BYTES;
    offsets.set(data.toString('latin1', at, at + 4), Number(data.readBigUInt64BE(at + 4)));
  }
  return offsets;
}
