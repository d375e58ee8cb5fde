/**
 * The packs of a repository. Maintenance and pushes add and remove packs at any time: an object
 * that is not found is searched again if the folder has changed.
 */
import { readdirSync, statSync } from 'node:fs';
import type { PackFile } from './pack-file';
import type { PackPool } from './pack-pool';

/** Further packs are left to git until maintenance combines them. */
const MAX_PACKS = 64;
/** How long a removed pack stays open at most while its repository is read. */
const CHECK_INTERVAL_MS = 1000;
const indexName = /^(pack-[0-9a-f]{40})\.idx$/;

/** Where an object is. */
export interface PackPosition {
  pack: PackFile;
  offset: number;
}

/** A pack of the folder; it is opened on first use, and again after the pool has closed it. */
interface KnownPack {
  name: string;
  pack: PackFile | undefined;
}

export class PackFolder {
  private packs: KnownPack[] = [];
  private stamp = '';
  private nextCheck = 0;

  constructor(
    private readonly folder: string,
    private readonly pool: PackPool,
  ) {}

  /** Finds an object by the 20 bytes of its id. */
  find(id: Buffer): PackPosition | undefined {
    const now = Date.now();
    if (now >= this.nextCheck) {
      this.nextCheck = now + CHECK_INTERVAL_MS;
      this.refresh();
    }
    return this.search(id) ?? (this.refresh() ? this.search(id) : undefined);
  }

  /** Leaves a pack to git until the folder changes. */
  exclude(pack: PackFile): void {
    this.packs = this.packs.filter((known) => known.pack !== pack);
    this.pool.closePack(pack);
  }

  /** Closes all packs; the next search opens them again. */
  close(): void {
    for (const { pack } of this.packs) if (pack !== undefined) this.pool.closePack(pack);
  }

  private search(id: Buffer): PackPosition | undefined {
    for (const [index, known] of this.packs.entries()) {
      const found = this.searchPack(known, id);
      if (found === undefined) continue;
      // Most objects of a request are in one pack.
      if (index > 0) this.packs = [known, ...this.packs.filter((other) => other !== known)];
      return found;
    }
    return undefined;
  }

  private searchPack(known: KnownPack, id: Buffer): PackPosition | undefined {
    try {
      const pack = known.pack ?? this.open(known);
      const offset = pack.index.find(id);
      if (offset === undefined) return undefined;
      pack.wasUsed = true;
      return { pack, offset };
    } catch {
      // The pack was removed, is damaged, or has too many objects. git reads it or reports why not.
      this.packs = this.packs.filter((other) => other !== known);
      if (known.pack !== undefined) this.pool.closePack(known.pack);
      return undefined;
    }
  }

  private open(known: KnownPack): PackFile {
    const pack = this.pool.open(this.folder, known.name);
    known.pack = pack;
    pack.onClose = () => (known.pack = undefined);
    return pack;
  }

  /** Lists the packs again; false if the folder has not changed. */
  private refresh(): boolean {
    const stat = statSync(this.folder, { bigint: true, throwIfNoEntry: false });
    const stamp = stat === undefined ? '' : `${stat.dev}:${stat.ino}:${stat.mtimeNs}`;
    if (stamp === this.stamp) return false;
    this.stamp = stamp;
    const names = this.list();
    const before = new Map(this.packs.map((known) => [known.name, known]));
    this.packs = names.map((name) => before.get(name) ?? { name, pack: undefined });
    for (const known of before.values())
      if (known.pack !== undefined && !this.packs.includes(known)) this.pool.closePack(known.pack);
    return true;
  }

  private list(): string[] {
    const names = readFolder(this.folder).map((file) => indexName.exec(file)?.[1]);
    return names.filter((name) => name !== undefined).slice(0, MAX_PACKS);
  }
}

function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // The repository is just being removed.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
