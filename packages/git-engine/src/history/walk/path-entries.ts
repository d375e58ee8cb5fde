/** Looks up one path in many trees, for walks that follow a path. */
import { findPathInTrees } from '../../content/tree/tree-object';
import type { Repository } from '../../worker/repository';

/** A walk compares commits with their parents, so that older entries are seldom used again. */
const MAX_ENTRIES = 1000;
const ENTRY_BYTES = 200;

export class PathEntries {
  private readonly known = new Map<string, string>();
  /** Number of trees in which the path was looked up. */
  uncachedReads = 0;

  constructor(
    private readonly repository: Repository,
    private readonly path: string,
  ) {}

  /** Estimated memory in bytes. */
  get weight(): number {
    return this.known.size * ENTRY_BYTES;
  }

  /** Whether the entry below a tree is known. */
  has(treeId: string): boolean {
    return this.known.has(treeId);
  }

  /**
   * Mode and id of the entry at the path below a tree, or an empty string; equal strings mean that
   * nothing changed.
   */
  async at(treeId: string): Promise<string> {
    return this.known.get(treeId) ?? (await this.read([treeId]))[0]!;
  }

  /** Reads the entries below many trees together, for `at`. */
  async load(treeIds: readonly string[]): Promise<void> {
    await this.read(treeIds.filter((treeId) => !this.has(treeId)));
  }

  private async read(treeIds: readonly string[]): Promise<string[]> {
    this.uncachedReads += treeIds.length;
    const items = await findPathInTrees(this.repository, treeIds, this.path);
    if (this.known.size > MAX_ENTRIES) this.known.clear();
    return items.map((item, index) => {
      const entry = item === undefined ? '' : `${item.mode} ${item.id}`;
      this.known.set(treeIds[index]!, entry);
      return entry;
    });
  }
}
