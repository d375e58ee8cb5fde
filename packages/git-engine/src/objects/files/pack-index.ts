/** The index of a pack (`.idx`, version 2): where each object starts in the pack. */
import { countIds, FANOUT_BYTES, findId, ID_BYTES, type IdTable } from './find-id';

const HEADER_BYTES = 8;
const MAGIC = 0xff744f63;
const VERSION = 2;
const CRC_BYTES = 4;
const OFFSET_BYTES = 4;
const LARGE_OFFSET_BYTES = 8;
/** Marks an offset that is stored in the table of large offsets. */
const IS_LARGE = 0x80000000;

const table: IdTable = { fanout: HEADER_BYTES, ids: HEADER_BYTES + FANOUT_BYTES };

export class PackIndex {
  private readonly offsets: number;
  private readonly largeOffsets: number;
  /** Checksum of the pack that this index belongs to. */
  readonly packChecksum: Buffer;

  /** Throws for a file that is not a complete index of this version. */
  constructor(private readonly data: Buffer) {
    if (data.readUInt32BE(0) !== MAGIC || data.readUInt32BE(4) !== VERSION) throw new Error('not a pack index');
    const count = countIds(data, table);
    this.offsets = table.ids + count * (ID_BYTES + CRC_BYTES);
    this.largeOffsets = this.offsets + count * OFFSET_BYTES;
    const end = data.length - 2 * ID_BYTES;
    if (this.largeOffsets > end) throw new Error('the pack index is truncated');
    this.packChecksum = data.subarray(end, end + ID_BYTES);
  }

  /** Bytes in memory. */
  get bytes(): number {
    return this.data.length;
  }

  /** Whether the pack has an object twice; then a delta by id might lead to itself. */
  get hasDuplicates(): boolean {
    const { data } = this;
    const end = table.ids + countIds(data, table) * ID_BYTES;
    for (let at = table.ids + ID_BYTES; at < end; at += ID_BYTES)
      if (data.compare(data, at, at + ID_BYTES, at - ID_BYTES, at) === 0) return true;
    return false;
  }

  /** Offset of an object in the pack, or undefined. Throws RangeError if the index is damaged. */
  find(id: Buffer): number | undefined {
    const index = findId(this.data, table, id);
    if (index === undefined) return undefined;
    const offset = this.data.readUInt32BE(this.offsets + index * OFFSET_BYTES);
    if (offset < IS_LARGE) return offset;
    return Number(this.data.readBigUInt64BE(this.largeOffsets + (offset - IS_LARGE) * LARGE_OFFSET_BYTES));
  }
}
