/** Looks up one path in many trees, for walks that follow a path. */
import type { LRUCache } from 'lru-cache';
import { findPath } from '../../content/tree/tree-object';
import type { Repository } from '../../worker/repository';

const cacheBytes = 8 * 1024 * 1024;

export class PathEntries {
  private readonly cache: LRUCache<string, string>;
  /** Number of trees that had to be read. */
  uncachedReads = 0;

  constructor(
    private readonly repository: Repository,
    private readonly path: string,
  ) {
    this.cache = repository.cache<string>('path entries', cacheBytes, (entry) => 350 + entry.length);
  }

  /**
   * Mode and id of the entry at the path below a tree, or an empty string; equal strings mean that
   * nothing changed.
   */
  async at(treeId: string): Promise<string> {
    const key = `${treeId}:${this.path}`;
    const cached = this.cache.peek(key);
    if (cached !== undefined) return cached;
    this.uncachedReads += 1;
    const item = await findPath(this.repository, treeId, this.path);
    const entry = item === undefined ? '' : `${item.mode} ${item.id}`;
    this.cache.set(key, entry);
    return entry;
  }
}
