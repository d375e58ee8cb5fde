/** An open pack with its index. Reads are synchronous: entries are small and usually in memory. */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { ObjectInfo, ObjectType } from '../cat-file';
import { ID_BYTES } from './find-id';
import { inflate, maxCompressedBytes } from './inflate';
import { PackIndex } from './pack-index';
import { RecentObjects } from './recent-objects';

/** How the pack has an object. */
interface EntryHeader {
  /** Undefined for a delta. */
  type: ObjectType | undefined;
  /** Offset of the object that a delta changes. */
  base: number;
  /** Bytes of the content or of the delta. */
  size: number;
  /** Bytes of the header itself. */
  length: number;
}

/** An object as the pack has it. */
export interface PackEntry {
  /** Undefined for a delta. */
  type: ObjectType | undefined;
  /** Offset of the object that a delta changes. */
  base: number;
  /** Content or delta. */
  data: Buffer;
}

/** Larger indexes are left to git. */
export const MAX_INDEX_BYTES = 32 * 1024 * 1024;
/** Covers the header and the data of most commits, trees and deltas. */
const READ_AT_ONCE_BYTES = 512;
/** Covers most chains of deltas of trees. */
const WINDOW_BYTES = 4096;
/** Type and size, and the base of a delta. */
const MAX_HEADER_BYTES = 32;
const TYPES: readonly (ObjectType | undefined)[] = [undefined, 'commit', 'tree', 'blob', 'tag'];
const OFFSET_DELTA = 6;
const ID_DELTA = 7;
const MORE = 0x80;

export class PackFile {
  readonly recent = new RecentObjects();
  /** Whether it was used since this was last reset. */
  wasUsed = true;
  isClosed = false;
  /** Called when the pack is closed, so that nothing refers to it any more. */
  onClose: () => void = () => undefined;
  /** The part of the pack that was read last. */
  private readonly window = Buffer.alloc(WINDOW_BYTES);
  private windowStart = 0;
  private windowEnd = 0;

  private constructor(
    private readonly descriptor: number,
    private readonly size: number,
    readonly index: PackIndex,
  ) {}

  /** Throws if the pack does not exist, is damaged, or has too many objects. */
  static open(folder: string, name: string): PackFile {
    const index = openIndex(join(folder, `${name}.idx`));
    const descriptor = openSync(join(folder, `${name}.pack`), 'r');
    try {
      const { size } = fstatSync(descriptor);
      const checksum = Buffer.alloc(ID_BYTES);
      readSync(descriptor, checksum, 0, ID_BYTES, size - ID_BYTES);
      if (!checksum.equals(index.packChecksum)) throw new Error('the index belongs to another pack');
      return new PackFile(descriptor, size - ID_BYTES, index);
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  /**
   * Reads the object at an offset; undefined if it has more than `maxBytes`. Throws if the pack is
   * damaged there.
   */
  read(offset: number, maxBytes: number): PackEntry | undefined {
    let bytes = this.bytesAt(offset, READ_AT_ONCE_BYTES);
    const header = this.parseHeader(offset, bytes);
    if (header.size > maxBytes) return undefined;
    const end = header.length + maxCompressedBytes(header.size);
    if (end > bytes.length) bytes = this.bytesAt(offset, end);
    const data = inflate(bytes.subarray(header.length), header.size);
    return { type: header.type, base: header.base, data };
  }

  /** Type and size of the object at an offset; undefined for a delta. Throws as `read` does. */
  info(offset: number): ObjectInfo | undefined {
    const { type, size } = this.parseHeader(offset, this.bytesAt(offset, MAX_HEADER_BYTES));
    return type === undefined ? undefined : { type, size };
  }

  close(): void {
    this.isClosed = true;
    closeSync(this.descriptor);
    this.onClose();
  }

  /** Bytes from an offset on; fewer at the end of the pack. Valid until the next call. */
  private bytesAt(offset: number, length: number): Buffer {
    if (offset < 0 || offset >= this.size) throw new RangeError('the offset is outside of the pack');
    const end = Math.min(offset + length, this.size);
    if (end - offset > WINDOW_BYTES) return this.readFrom(offset, Buffer.allocUnsafe(end - offset));
    if (offset < this.windowStart || end > this.windowEnd) this.moveWindow(offset, end);
    return this.window.subarray(offset - this.windowStart, end - this.windowStart);
  }

  /**
   * Reads a part of the pack into the window. git stores an object directly before its deltas:
   * after one step back along a chain, further ones follow.
   */
  private moveWindow(offset: number, end: number): void {
    const isStepBack = offset < this.windowStart && offset > this.windowStart - WINDOW_BYTES;
    const start = isStepBack ? Math.max(0, end - WINDOW_BYTES) : offset;
    this.windowEnd = 0;
    const read = this.readFrom(start, this.window.subarray(0, end - start));
    this.windowStart = start;
    this.windowEnd = start + read.length;
    if (this.windowEnd < end) throw new RangeError('the pack is truncated');
  }

  private readFrom(offset: number, buffer: Buffer): Buffer {
    const count = readSync(this.descriptor, buffer, 0, buffer.length, offset);
    return buffer.subarray(0, count);
  }

  private parseHeader(offset: number, bytes: Buffer): EntryHeader {
    let at = 0;
    const next = (): number => {
      const byte = bytes[at];
      if (byte === undefined || at > MAX_HEADER_BYTES) throw new Error('the header of the object is damaged');
      at += 1;
      return byte;
    };
    const first = next();
    const kind = (first >>> 4) & 7;
    let size = first & 15;
    for (let factor = 16, byte = first; byte >= MORE; factor *= 128) {
      byte = next();
      size += (byte & 0x7f) * factor;
    }
    const type = TYPES[kind];
    if (type !== undefined) return { type, base: 0, size, length: at };
    if (kind === OFFSET_DELTA) {
      let byte = next();
      let distance = byte & 0x7f;
      while (byte >= MORE) {
        byte = next();
        distance = (distance + 1) * 128 + (byte & 0x7f);
      }
      return { type, base: offset - distance, size, length: at };
    }
    if (kind !== ID_DELTA) throw new Error('the type of the object is unknown');
    const base = this.index.find(bytes.subarray(at, at + ID_BYTES));
    if (base === undefined) throw new Error('the base of the object is missing');
    return { type, base, size, length: at + ID_BYTES };
  }
}

function openIndex(file: string): PackIndex {
  const descriptor = openSync(file, 'r');
  try {
    if (fstatSync(descriptor).size > MAX_INDEX_BYTES) throw new Error('the pack has too many objects');
    return new PackIndex(readFileSync(descriptor));
  } finally {
    closeSync(descriptor);
  }
}
