/** Reads an object of a pack, applying its chain of deltas. */
import { applyDelta, deltaResultSize } from './apply-delta';
import type { PackFile } from './pack-file';
import type { PackPool } from './pack-pool';
import type { PackedObject } from './recent-objects';

/** Larger objects, and longer chains, are left to git, so that one read takes little time. */
export const MAX_OBJECT_BYTES = 128 * 1024;
const MAX_DELTAS = 64;
const MAX_TOTAL_BYTES = 512 * 1024;

/** A delta of a chain and the offset of the object that it leads to. */
interface Delta {
  offset: number;
  data: Buffer;
}

/**
 * The object at an offset; undefined if reading it would take long. Throws if the pack is damaged
 * there.
 */
export function readPacked(pool: PackPool, pack: PackFile, offset: number): PackedObject | undefined {
  const deltas: Delta[] = [];
  let total = 0;
  let at = offset;
  let object = pool.findRecent(pack, at);
  while (object === undefined) {
    const entry = pack.read(at, MAX_OBJECT_BYTES);
    if (entry === undefined || deltas.length >= MAX_DELTAS) return undefined;
    total += entry.data.length;
    if (total > MAX_TOTAL_BYTES) return undefined;
    if (entry.type === undefined) {
      deltas.push({ offset: at, data: entry.data });
      at = entry.base;
      object = pool.findRecent(pack, at);
    } else {
      object = { type: entry.type, data: entry.data };
      // Commits are seldom stored as deltas of others.
      if (entry.type !== 'commit' || deltas.length > 0) pool.saveRecent(pack, at, object);
    }
  }
  for (let delta = deltas.pop(); delta !== undefined; delta = deltas.pop()) {
    const size = deltaResultSize(delta.data);
    total += size;
    if (size > MAX_OBJECT_BYTES || total > MAX_TOTAL_BYTES) return undefined;
    const data = Buffer.allocUnsafe(size);
    applyDelta(object.data, delta.data, data);
    object = { type: object.type, data };
    pool.saveRecent(pack, delta.offset, object);
  }
  return object;
}
