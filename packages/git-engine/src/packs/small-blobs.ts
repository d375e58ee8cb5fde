/**
 * Finds blobs in a pack by their size. Only the index and the headers of the entries are read,
 * which takes less time than git needs to list the objects: it resolves each delta for its size.
 */
import { open, readFile, stat, type FileHandle } from 'node:fs/promises';
import { GitError } from '../errors';

/** Types of entries. A delta has the type of its base. */
const BLOB = 3;
const OFFSET_DELTA = 6;
const ID_DELTA = 7;
/** The type of a delta whose base is named by its id, which is not resolved here. */
const UNKNOWN = 0;

const INDEX_HEADER = Buffer.from([0xff, 0x74, 0x4f, 0x63, 0, 0, 0, 2]);
const COUNT_AT = INDEX_HEADER.length + 255 * 4;
const IDS_AT = COUNT_AT + 4;
const ID_BYTES = 20;
const CHECKSUM_BYTES = 4;

/** Limits of packs: their indexes fit in memory, and `EntryKey` in a number. */
const MAX_OBJECTS = 2 ** 21;
const MAX_PACK_BYTES = 2 ** 31;
const MAX_INDEX_BYTES = MAX_OBJECTS * (ID_BYTES + CHECKSUM_BYTES + 4);

/** Maximum length of the header of an entry: a size and the distance of a base. */
const MAX_HEADER_BYTES = 32;
const WINDOW_BYTES = 256 * 1024;

/** The range of sizes in bytes. */
export interface BlobSizes {
  min: number;
  max: number;
}

/** What was found. */
export interface SmallBlobs {
  /** Ids of blobs with a size in the range. */
  ids: string[];
  /** Ids of deltas, which may be blobs with a size in the range. */
  deltas: string[];
}

/**
 * Whether a pack is small enough for a search.
 * @param pack path of its files without `.pack` and `.idx`
 */
export async function isSearchable(pack: string): Promise<boolean> {
  const [content, index] = await Promise.all([stat(`${pack}.pack`), stat(`${pack}.idx`)]);
  return content.size <= MAX_PACK_BYTES && index.size <= MAX_INDEX_BYTES;
}

/** Searches a pack that git has verified and indexed. Yields what each part of it has. */
export async function* findSmallBlobs(pack: string, sizes: BlobSizes): AsyncGenerator<SmallBlobs> {
  const file = await open(`${pack}.pack`);
  try {
    yield* scanEntries(file, await readFile(`${pack}.idx`), sizes);
  } finally {
    await file.close();
  }
}

async function* scanEntries(file: FileHandle, index: Buffer, { min, max }: BlobSizes): AsyncGenerator<SmallBlobs> {
  let found: SmallBlobs = { ids: [], deltas: [] };
  const keys = entryKeys(index);
  const offsets = new Uint32Array(keys.length);
  const types = new Uint8Array(keys.length);
  const bytes = Buffer.alloc(WINDOW_BYTES);
  let from = 0;
  let end = 0;
  for (let n = 0; n < keys.length; n++) {
    const key = keys[n] as number;
    const offset = Math.floor(key / MAX_OBJECTS);
    offsets[n] = offset;
    if (offset + MAX_HEADER_BYTES > end) {
      yield found;
      found = { ids: [], deltas: [] };
      from = offset;
      end = from + (await file.read(bytes, 0, WINDOW_BYTES, from)).bytesRead;
    }
    const { type, size, distance } = readHeader(bytes, offset - from);
    const isDelta = type === OFFSET_DELTA || type === ID_DELTA;
    // An entry that the distance names is in front of its deltas.
    types[n] = isDelta ? (types[positionOf(offsets, offset - distance, n)] ?? UNKNOWN) : type;
    if (isDelta && (types[n] === BLOB || types[n] === UNKNOWN)) found.deltas.push(idOf(index, key));
    if (type === BLOB && size >= min && size <= max) found.ids.push(idOf(index, key));
  }
  yield found;
}

/**
 * Returns one number for each entry, in the order of the pack: where the entry begins, and as the
 * lower digits the position of its id in the index. Such a list is sorted without a function.
 */
function entryKeys(index: Buffer): Float64Array {
  if (!index.subarray(0, INDEX_HEADER.length).equals(INDEX_HEADER))
    throw new GitError('git_failed', 'the index of a pack has an unknown format');
  const view = new DataView(index.buffer, index.byteOffset, index.byteLength);
  const count = view.getUint32(COUNT_AT);
  const offsetsAt = IDS_AT + count * (ID_BYTES + CHECKSUM_BYTES);
  const keys = new Float64Array(count);
  for (let n = 0; n < count; n++) keys[n] = view.getUint32(offsetsAt + n * 4) * MAX_OBJECTS + n;
  return keys.sort();
}

function idOf(index: Buffer, key: number): string {
  const at = IDS_AT + (key % MAX_OBJECTS) * ID_BYTES;
  return index.toString('hex', at, at + ID_BYTES);
}

interface EntryHeader {
  type: number;
  /** Bytes of the object, or of the delta. */
  size: number;
  /** Bytes between the entries of the base and of a delta; 0 if the header does not tell. */
  distance: number;
}

function readHeader(bytes: Buffer, start: number): EntryHeader {
  let at = start;
  let byte = bytes[at] ?? 0;
  const type = (byte >> 4) & 7;
  let size = byte & 15;
  for (let unit = 16; byte >= 128; unit *= 128) {
    byte = bytes[++at] ?? 0;
    size += (byte & 127) * unit;
  }
  if (type !== OFFSET_DELTA) return { type, size, distance: 0 };
  byte = bytes[++at] ?? 0;
  let distance = byte & 127;
  while (byte >= 128) {
    byte = bytes[++at] ?? 0;
    distance = (distance + 1) * 128 + (byte & 127);
  }
  return { type, size, distance };
}

/** The position of a value among the first ones of a sorted list; -1 if it is none of them. */
function positionOf(sorted: Uint32Array, value: number, count: number): number {
  let low = 0;
  let high = count - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = sorted[middle] as number;
    if (found === value) return middle;
    if (found < value) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
