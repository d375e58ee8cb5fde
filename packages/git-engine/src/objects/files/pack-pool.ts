/**
 * The open packs of all repositories of a worker, and the objects that deltas were applied to
 * lately. Both are bounded, and packs that are not used are closed.
 */
import { PackFile } from './pack-file';
import type { PackedObject } from './recent-objects';

export interface PoolLimits {
  /** Open packs; each has one descriptor. */
  maxPacks: number;
  /** Bytes of the indexes of all open packs together. */
  maxIndexBytes: number;
  /** Bytes of the recent objects of all packs together, by estimate. */
  maxObjectBytes: number;
}

const defaultLimits: PoolLimits = {
  maxPacks: 256,
  maxIndexBytes: 64 * 1024 * 1024,
  maxObjectBytes: 32 * 1024 * 1024,
};
const OBJECT_OVERHEAD_BYTES = 250;

export class PackPool {
  /** In the order in which they were opened or last found to be in use. */
  private readonly packs = new Set<PackFile>();
  private indexBytes = 0;
  /** Bytes of the young recent objects of all packs. */
  private youngBytes = 0;
  private readonly sweeper: NodeJS.Timeout;
  private readonly limits: PoolLimits;

  /** @param idleMs time after which an unused pack is closed; at most twice as long */
  constructor(idleMs: number, limits: Partial<PoolLimits> = {}) {
    this.limits = { ...defaultLimits, ...limits };
    this.sweeper = setInterval(() => this.sweep(), idleMs);
    this.sweeper.unref();
  }

  /** Number of open packs. */
  get size(): number {
    return this.packs.size;
  }

  /** Opens a pack. It may be closed at any later turn. Errors: those of `PackFile.open`. */
  open(folder: string, name: string): PackFile {
    const pack = PackFile.open(folder, name);
    this.packs.add(pack);
    this.indexBytes += pack.index.bytes;
    this.trim(pack);
    return pack;
  }

  /** Closes a pack if it is open. */
  closePack(pack: PackFile): void {
    if (!this.packs.delete(pack)) return;
    this.indexBytes -= pack.index.bytes;
    pack.close();
  }

  /** The object at an offset if it was read lately. */
  findRecent(pack: PackFile, offset: number): PackedObject | undefined {
    const object = pack.recent.find(offset);
    if (object !== undefined) this.saveRecent(pack, offset, object);
    return object;
  }

  saveRecent(pack: PackFile, offset: number, object: PackedObject): void {
    if (!pack.recent.add(offset, object)) return;
    this.youngBytes += object.data.length + OBJECT_OVERHEAD_BYTES;
    if (this.youngBytes <= this.limits.maxObjectBytes / 2) return;
    this.youngBytes = 0;
    for (const other of this.packs) other.recent.age();
  }

  close(): void {
    clearInterval(this.sweeper);
    for (const pack of this.packs) this.closePack(pack);
  }

  /** Closes packs over the limits: the oldest of those that were not used since the last time. */
  private trim(keep: PackFile): void {
    for (const pack of this.packs) {
      if (this.packs.size <= this.limits.maxPacks && this.indexBytes <= this.limits.maxIndexBytes) return;
      if (pack === keep) continue;
      if (pack.wasUsed) {
        // A set visits an element that is added again once more, then as the newest.
        this.packs.delete(pack);
        this.packs.add(pack);
        pack.wasUsed = false;
      } else {
        this.closePack(pack);
      }
    }
  }

  private sweep(): void {
    for (const pack of this.packs) {
      if (pack.wasUsed) pack.wasUsed = false;
      else this.closePack(pack);
    }
  }
}
