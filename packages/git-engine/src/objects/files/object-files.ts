/**
 * Reads small objects from the files of a repository without git, which costs a fraction of a
 * request to a persistent process. What it cannot read, or what would take long, it leaves to git:
 * large objects, alternates, damaged files. Every object is checked against its id.
 */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { ObjectInfo, RawObject } from '../cat-file';
import { PackFolder, type PackPosition } from './pack-folder';
import type { PackPool } from './pack-pool';
import { MAX_OBJECT_BYTES, readPacked } from './read-packed';
import type { PackedObject } from './recent-objects';

const MAX_LEFT_TO_GIT = 10_000;
/** Type, size and content of the object that is being checked. */
const MAX_HEADER_BYTES = 32;
const hashed = Buffer.alloc(MAX_OBJECT_BYTES + MAX_HEADER_BYTES);

export class ObjectFiles {
  private readonly packs: PackFolder;
  /** Objects whose reading would take long, so that this is not found out again. */
  private readonly leftToGit = new Set<string>();

  /** @param repo absolute folder of the repository */
  constructor(
    repo: string,
    private readonly pool: PackPool,
  ) {
    this.packs = new PackFolder(join(repo, 'objects/pack'), pool);
  }

  /** The object, or undefined if git has to be asked. The id must be valid. */
  read(id: string): RawObject | undefined {
    if (this.leftToGit.has(id)) return undefined;
    const object = this.use(id, ({ pack, offset }) => {
      const found = readPacked(this.pool, pack, offset);
      if (found === undefined) this.leave(id);
      return found;
    });
    if (object === undefined || !isObject(id, object)) return undefined;
    return { type: object.type, size: object.data.length, data: object.data };
  }

  /**
   * Type and size of the object, which are not checked, or undefined if git has to be asked. The id
   * must be valid.
   */
  info(id: string): ObjectInfo | undefined {
    return this.use(id, ({ pack, offset }) => pack.info(offset));
  }

  /**
   * Keeps a tree that git has read: the trees of other commits are stored as deltas of it.
   */
  remember(id: string, { type, data }: RawObject): void {
    if (type !== 'tree') return;
    const position = this.packs.find(Buffer.from(id, 'hex'));
    if (position !== undefined) this.pool.saveRecent(position.pack, position.offset, { type, data });
  }

  /** Closes the files of the repository; the next read opens them again. */
  close(): void {
    this.packs.close();
  }

  private use<T>(id: string, work: (position: PackPosition) => T | undefined): T | undefined {
    const position = this.packs.find(Buffer.from(id, 'hex'));
    if (position === undefined) return undefined;
    try {
      return work(position);
    } catch {
      // A damaged pack: git reads another copy of the object or reports the damage.
      this.packs.exclude(position.pack);
      return undefined;
    }
  }

  private leave(id: string): void {
    if (this.leftToGit.size >= MAX_LEFT_TO_GIT) this.leftToGit.clear();
    this.leftToGit.add(id);
  }
}

/** Checks the content of a small object against its id. */
function isObject(id: string, { type, data }: PackedObject): boolean {
  const start = hashed.write(`${type} ${data.length}\0`, 0, 'latin1');
  data.copy(hashed, start);
  return hash('sha1', hashed.subarray(0, start + data.length)) === id;
}
