/**
 * Deltas of packs: the sizes of the base and of the result, then commands that copy a part of the
 * base or insert bytes.
 */
const IS_COPY = 0x80;
const DEFAULT_COPY_BYTES = 0x10000;

/** Reads numbers of 7 bits a byte, the lowest first. */
class DeltaReader {
  at = 0;

  constructor(readonly delta: Uint8Array) {}

  byte(): number {
    const byte = this.delta[this.at];
    if (byte === undefined) throw new Error('the delta is truncated');
    this.at += 1;
    return byte;
  }

  size(): number {
    let size = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      size += (byte & 0x7f) * factor;
      if (byte < IS_COPY) return size;
    }
  }
}

/** Size of the result of a delta. Throws for a truncated one. */
export function deltaResultSize(delta: Uint8Array): number {
  const reader = new DeltaReader(delta);
  reader.size();
  return reader.size();
}

/** Writes the result of a delta into a buffer of its size. Throws for a damaged delta. */
export function applyDelta(base: Uint8Array, delta: Uint8Array, result: Uint8Array): void {
  const reader = new DeltaReader(delta);
  if (reader.size() !== base.length || reader.size() !== result.length)
    throw new Error('the delta belongs to another object');
  let filled = 0;
  while (reader.at < delta.length) {
    const command = reader.byte();
    if (command === 0) throw new Error('the delta has an unknown command');
    const isCopy = command >= IS_COPY;
    const source = isCopy ? base : delta;
    const from = isCopy ? copyNumber(reader, command, 4) : reader.at;
    const length = isCopy ? copyNumber(reader, command >>> 4, 3) || DEFAULT_COPY_BYTES : command;
    if (from + length > source.length || filled + length > result.length)
      throw new Error('the delta copies beyond the end');
    copy(source, from, length, result, filled);
    filled += length;
    if (!isCopy) reader.at += length;
  }
  if (filled !== result.length) throw new Error('the delta is truncated');
}

/** Reads the bytes of a number that the lowest bits of a command announce. */
function copyNumber(reader: DeltaReader, command: number, bytes: number): number {
  let number = 0;
  for (let n = 0; n < bytes; n += 1) if (((command >>> n) & 1) === 1) number += reader.byte() * 2 ** (8 * n);
  return number;
}

/** Most parts are short; for them a loop costs less than a view of the source. */
function copy(source: Uint8Array, from: number, length: number, target: Uint8Array, to: number): void {
  if (length > 64) return target.set(source.subarray(from, from + length), to);
  for (let n = 0; n < length; n += 1) target[to + n] = source[from + n]!;
}
