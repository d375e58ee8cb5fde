/**
 * Cached responses of clones and fetches, so that many equal requests, such as those of a build
 * farm, pack the objects once. A response is cached from the second request for it on, and passed
 * to further requests while it is being written.
 *
 * The rights of a caller are checked before each request. Keys never match for two repositories, or
 * for two states of the refs of one.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { GitChild } from '../child/git-child';
import { PackEntry } from './pack-entry';
import { storedBytes } from '../../measure/stored-bytes';

/** Limits of the cache. */
export interface PackCacheLimits {
  /** Bytes of all files together. */
  maxBytes: number;
  /** Bytes of one response, estimated by the size of its repository. */
  maxEntryBytes: number;
  /** Milliseconds after which a response is not used for new requests. */
  maxAgeMs: number;
  /** Bytes that stay free on the disk. */
  minFreeBytes: number;
}

/** Use of the cache since its start. */
export interface PackCacheCounts {
  hits: number;
  misses: number;
  bytes: number;
}

const defaults: PackCacheLimits = {
  maxBytes: 2 * 1024 ** 3,
  maxEntryBytes: 512 * 1024 ** 2,
  maxAgeMs: 10 * 60_000,
  minFreeBytes: 1024 ** 3,
};
const MAX_SEEN = 10_000;
const MAX_ENTRIES = 200;
const SWEEP_MS = 60_000;

export class PackCache {
  private readonly limits: PackCacheLimits;
  private sweeper: NodeJS.Timeout | undefined;
  private hits = 0;
  private misses = 0;
  /** Keys that were requested once. */
  private readonly seen: LRUCache<string, true>;
  private readonly entries = new Map<string, PackEntry>();
  /** Entries that are being created. */
  private readonly opening = new Map<string, Promise<PackEntry | undefined>>();

  constructor(
    private readonly folder: string,
    limits: Partial<PackCacheLimits> = {},
  ) {
    this.limits = { ...defaults, ...limits };
    this.seen = new LRUCache({ max: MAX_SEEN, ttl: this.limits.maxAgeMs });
  }

  /**
   * Empties the folder, whose files no process uses after a restart, and starts to remove old ones.
   */
  async prepare(): Promise<void> {
    try {
      await rm(this.folder, { recursive: true, force: true });
      await mkdir(this.folder, { recursive: true });
    } catch {
      // The disk is full or read-only: the cache cannot be filled, but clones continue.
    }
    this.sweeper = setInterval(() => void this.evict().catch(() => undefined), SWEEP_MS).unref();
  }

  /**
   * The response for a key; undefined if it has to come from git directly. `startChild` starts git
   * if this request is the one that fills the cache.
   */
  async find(key: string, repo: string, startChild: () => Promise<GitChild>): Promise<PackEntry | undefined> {
    // If the request that fills the cache fails, the others get the response from git.
    const cached = this.entries.get(key) ?? (await this.opening.get(key)?.catch(() => undefined));
    if (cached !== undefined && this.isUsable(cached)) {
      this.hits += 1;
      // Recently used entries are evicted last.
      if (this.entries.delete(key)) this.entries.set(key, cached);
      return cached;
    }
    this.misses += 1;
    const cannotFill = this.opening.has(key) || cached?.isTooLarge === true;
    if (cannotFill || !this.seen.has(key)) {
      this.seen.set(key, true);
      return undefined;
    }
    const opening = this.create(key, repo, startChild);
    this.opening.set(key, opening);
    return await opening.finally(() => this.opening.delete(key));
  }

  /** Use of the cache until now. */
  counts(): PackCacheCounts {
    const bytes = [...this.entries.values()].reduce((sum, { size }) => sum + size, 0);
    return { hits: this.hits, misses: this.misses, bytes };
  }

  /** Deletes all files. */
  async close(): Promise<void> {
    clearInterval(this.sweeper);
    await Promise.allSettled([...this.entries.keys()].map((key) => this.remove(key)));
  }

  private isUsable({ end, startedAt }: PackEntry): boolean {
    return (end === undefined || end.error === null) && Date.now() - startedAt < this.limits.maxAgeMs;
  }

  private async create(key: string, repo: string, startChild: () => Promise<GitChild>): Promise<PackEntry | undefined> {
    try {
      await this.remove(key);
      await this.evict();
      const size = await storedBytes(repo, this.limits.maxEntryBytes);
      const { bavail, bsize } = await statfs(this.folder);
      // A nearly full disk must not fail clones, which need no space without this cache.
      if (size > this.limits.maxEntryBytes || bavail * bsize < this.limits.minFreeBytes + 2 * size) return undefined;
      const file = path.join(this.folder, randomUUID());
      const entry = await PackEntry.fill(file, 2 * this.limits.maxEntryBytes, startChild);
      this.entries.set(key, entry);
      return entry;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      // The disk accepts no files.
      return undefined;
    }
  }

  /** Removes what has failed or is too old, then the least recently used until there is room. */
  private async evict(): Promise<void> {
    let bytes = 0;
    for (const [key, entry] of this.entries) {
      if (!this.isUsable(entry) && !entry.isTooLarge) await this.remove(key);
      else bytes += entry.size;
    }
    for (const [key, entry] of this.entries) {
      if (bytes <= this.limits.maxBytes && this.entries.size < MAX_ENTRIES) break;
      bytes -= entry.size;
      await this.remove(key);
    }
  }

  private async remove(key: string): Promise<void> {
    const entry = this.entries.get(key);
    this.entries.delete(key);
    await entry?.remove();
  }
}
