/**
 * The worker's state of one repository: its persistent processes and caches. Caches belong to one
 * repository although objects are immutable by id, because an object of another repository must not
 * become readable here.
 */
import { LRUCache } from 'lru-cache';
import { type ObjectInfo, type RawObject, CatFile } from '../objects/cat-file';
import { ObjectFiles } from '../objects/files/object-files';
import type { PackPool } from '../objects/files/pack-pool';
import { checkObjectId } from '../objects/object-id';
import { type GitProcessOptions, type GitRunOptions, type GitRunResult, runGit, spawnGit } from './git-process';
import { type PersistentProcess, retryLost } from './persistent-process';
import type { WorkerSettings } from './messages';
import type { ProcessPool } from './process-pool';

export class Repository {
  private readonly caches = new Map<string, Pick<LRUCache<string, object>, 'calculatedSize'>>();
  private readonly slots = new Map<string, unknown>();
  private readonly files: ObjectFiles;

  constructor(
    /** Absolute folder of the bare repository. */
    readonly path: string,
    /** False when there is no such folder; it then reads as an empty repository. */
    readonly exists: boolean,
    readonly settings: WorkerSettings,
    private readonly pool: ProcessPool,
    packs: PackPool,
  ) {
    this.files = new ObjectFiles(path, packs);
  }

  /** Type and size of an object; undefined if it does not exist. */
  async info(id: string): Promise<ObjectInfo | undefined> {
    checkObjectId(id);
    if (!this.exists) return undefined;
    return this.files.info(id) ?? (await retryLost(() => this.catFile().info(id)));
  }

  /**
   * An object with its content; undefined if it does not exist. Large blobs are `limit_exceeded`:
   * call `info` first.
   */
  async read(id: string): Promise<RawObject | undefined> {
    const small = this.readNow(id);
    if (small !== undefined || !this.exists) return small;
    const object = await retryLost(() => this.catFile().contents(id));
    if (object !== undefined) this.files.remember(id, object);
    return object;
  }

  /**
   * An object whose content takes little time to read from the files of the repository; undefined
   * for others, for which `read` asks git.
   */
  readNow(id: string): RawObject | undefined {
    checkObjectId(id);
    return this.exists ? this.files.read(id) : undefined;
  }

  /**
   * The id of the only commit with this prefix of 7 to 39 hexadecimal digits, following tags;
   * undefined if none or several match.
   */
  async findShortId(prefix: string): Promise<string | undefined> {
    if (!this.exists) return undefined;
    return await retryLost(() => this.catFile().findShortId(prefix));
  }

  /** Estimated bytes of all caches. */
  get weight(): number {
    let sum = 0;
    for (const cache of this.caches.values()) sum += cache.calculatedSize;
    return sum;
  }

  /**
   * A cache that lives as long as the repository is open; the same name returns the same cache.
   * `estimateBytes` and `maxBytes` are estimates; the worker closes repositories when their caches
   * together are too large.
   */
  cache<V extends NonNullable<unknown>>(
    name: string,
    maxBytes: number,
    estimateBytes: (value: V) => number,
  ): LRUCache<string, V> {
    const known = this.caches.get(name) as LRUCache<string, V> | undefined;
    if (known !== undefined) return known;
    const cache = new LRUCache<string, V>({
      maxSize: maxBytes,
      sizeCalculation: (value) => Math.max(estimateBytes(value), 1),
    });
    this.caches.set(name, cache);
    return cache;
  }

  /** A single value that lives as long as the repository is open, created on first use. */
  slot<V>(name: string, create: () => V): V {
    if (!this.slots.has(name)) this.slots.set(name, create());
    return this.slots.get(name) as V;
  }

  /** The persistent process of a kind, started on first use. */
  persistentProcess<P extends PersistentProcess>(kind: string, create: () => P): P {
    return this.pool.acquire(this.path, kind, create);
  }

  /** Runs git once in this repository and collects its output. */
  async run(options: Omit<GitRunOptions, 'repo'>): Promise<GitRunResult> {
    return await runGit(this.settings, { ...options, repo: this.path });
  }

  /** Starts git once in this repository, for streaming. */
  spawn(options: Omit<GitProcessOptions, 'repo'>): ReturnType<typeof spawnGit> {
    return spawnGit(this.settings, { ...options, repo: this.path });
  }

  /** Stops the persistent processes and closes files; the next read starts and opens new ones. */
  close(): void {
    this.pool.closeRepository(this.path);
    this.files.close();
  }

  private catFile(): CatFile {
    return this.persistentProcess('cat-file', () => new CatFile(this.settings, this.path));
  }
}
