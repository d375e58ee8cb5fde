/**
 * Searches the sorted tables of object ids in pack indexes and commit graphs: 256 numbers, for each
 * first byte the number of ids up to it, and the ids.
 */
export const ID_BYTES = 20;
const FANOUT_ENTRIES = 256;
export const FANOUT_BYTES = FANOUT_ENTRIES * 4;

/** Offsets of the two parts in the file. */
export interface IdTable {
  fanout: number;
  ids: number;
}

/** Number of ids in a table. Throws RangeError if the file ends before it. */
export function countIds(data: Buffer, { fanout }: IdTable): number {
  return data.readUInt32BE(fanout + FANOUT_BYTES - 4);
}

/** Index of an id of 20 bytes in a table, or undefined. */
export function findId(data: Buffer, { fanout, ids }: IdTable, id: Buffer): number | undefined {
  const first = id[0] ?? 0;
  const prefix = id.readUInt32BE(0);
  let low = first === 0 ? 0 : data.readUInt32BE(fanout + (first - 1) * 4);
  let high = data.readUInt32BE(fanout + first * 4);
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = ids + middle * ID_BYTES;
    // Comparing all bytes takes a call each time; few ids have the same first ones.
    const order = prefix - data.readUInt32BE(at) || -data.compare(id, 0, ID_BYTES, at, at + ID_BYTES);
    if (order === 0) return middle;
    if (order > 0) low = middle + 1;
    else high = middle;
  }
  return undefined;
}
