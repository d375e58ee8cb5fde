/** Looks up one path in many trees, for walks that follow a path. */
import type { LRUCache } from 'lru-cache';
import { findPathInTrees } from '../../content/tree/tree-object';
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

  /** Whether the entry below a tree is known. */
  has(treeId: string): boolean {
    return this.cache.has(this.keyOf(treeId));
  }

  /**
   * Mode and id of the entry at the path below a tree, or an empty string; equal strings mean that
   * nothing changed.
   */
  async at(treeId: string): Promise<string> {
    return this.cache.peek(this.keyOf(treeId)) ?? (await this.read([treeId]))[0]!;
  }

  /** Reads the entries below many trees together, for `at`. */
  async load(treeIds: readonly string[]): Promise<void> {
    await this.read(treeIds.filter((treeId) => !this.has(treeId)));
  }

  private async read(treeIds: readonly string[]): Promise<string[]> {
    this.uncachedReads += treeIds.length;
    const items = await findPathInTrees(this.repository, treeIds, this.path);
    const entries = items.map((item) => (item === undefined ? '' : `${item.mode} ${item.id}`));
    for (const [index, entry] of entries.entries()) this.cache.set(this.keyOf(treeIds[index]!), entry);
    return entries;
  }

  private keyOf(treeId: string): string {
    return `${treeId}:${this.path}`;
  }
}
