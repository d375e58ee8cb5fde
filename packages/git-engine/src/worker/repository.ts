/**
 * What the worker knows of one repository: its kept processes and its caches. Caches belong to one
 * repository, although objects are immutable by id: an id known elsewhere must not be readable
 * here.
 */
import { LRUCache } from 'lru-cache';
import { type ObjectInfo, type RawObject, CatFile } from '../objects/cat-file';
import { checkObjectId } from '../objects/object-id';
import { type GitProcessOptions, type GitRunOptions, type GitRunResult, runGit, spawnGit } from './git-process';
import { type PersistentProcess, retryLost } from './persistent-process';
import type { WorkerSettings } from './messages';
import type { ProcessPool } from './process-pool';

export class Repository {
  private readonly caches = new Map<string, Pick<LRUCache<string, object>, 'calculatedSize'>>();
  private readonly slots = new Map<string, unknown>();

  constructor(
    /** Absolute folder of the bare repository. */
    readonly path: string,
    /** False: there is no such folder, which reads as an empty repository. */
    readonly exists: boolean,
    readonly settings: WorkerSettings,
    private readonly pool: ProcessPool,
  ) {}

  /** Type and size of an object, or undefined if there is none. */
  async info(id: string): Promise<ObjectInfo | undefined> {
    checkObjectId(id);
    if (!this.exists) return undefined;
    return await retryLost(() => this.catFile().info(id));
  }

  /**
   * An object with its content, or undefined if there is none. Large blobs are `limit_exceeded`:
   * ask `info` first.
   */
  async read(id: string): Promise<RawObject | undefined> {
    checkObjectId(id);
    if (!this.exists) return undefined;
    return await retryLost(() => this.catFile().contents(id));
  }

  /**
   * The id of the one commit whose id starts with 7 to 39 hexadecimal digits, tags followed;
   * undefined if none or more.
   */
  async findShortId(prefix: string): Promise<string | undefined> {
    if (!this.exists) return undefined;
    return await retryLost(() => this.catFile().findShortId(prefix));
  }

  /** Bytes that the caches hold, as far as they were estimated. */
  get weight(): number {
    let sum = 0;
    for (const cache of this.caches.values()) sum += cache.calculatedSize;
    return sum;
  }

  /**
   * A cache that lives as long as the repository is known; the same name gives the same cache.
   * `weigh` estimates bytes, and so does `maxBytes`: the worker forgets repositories when all of
   * them weigh too much.
   */
  cache<V extends NonNullable<unknown>>(
    name: string,
    maxBytes: number,
    weigh: (value: V) => number,
  ): LRUCache<string, V> {
    const known = this.caches.get(name) as LRUCache<string, V> | undefined;
    if (known !== undefined) return known;
    const cache = new LRUCache<string, V>({ maxSize: maxBytes, sizeCalculation: (value) => Math.max(weigh(value), 1) });
    this.caches.set(name, cache);
    return cache;
  }

  /**
   * A single value that lives as long as the repository is known, made by `create` when first asked
   * for.
   */
  slot<V>(name: string, create: () => V): V {
    if (!this.slots.has(name)) this.slots.set(name, create());
    return this.slots.get(name) as V;
  }

  /** The kept process of a kind, started when there is none. */
  kept<P extends PersistentProcess>(kind: string, create: () => P): P {
    return this.pool.take(this.path, kind, create);
  }

  /** Runs git once in this repository and collects its answer. */
  async run(options: Omit<GitRunOptions, 'repo'>): Promise<GitRunResult> {
    return await runGit(this.settings, { ...options, repo: this.path });
  }

  /** Starts git once in this repository, for streams. */
  spawn(options: Omit<GitProcessOptions, 'repo'>): ReturnType<typeof spawnGit> {
    return spawnGit(this.settings, { ...options, repo: this.path });
  }

  /** Ends the kept processes; the next read starts fresh ones. */
  closeProcesses(): void {
    this.pool.lockRepository(this.path);
  }

  private catFile(): CatFile {
    return this.kept('cat-file', () => new CatFile(this.settings, this.path));
  }
}
