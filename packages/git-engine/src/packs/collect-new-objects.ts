/**
 * Finds the objects of a small change in the worker, so that a commit by the API needs no process
 * of git to pack them.
 */
import { parseTree, readTree, type TreeItem, typeOfMode } from '../content/tree/tree-object';
import type { RawObject } from '../objects/cat-file';
import { parseCommit, readCommit } from '../objects/commit';
import { parseTag } from '../objects/tag';
import type { Repository } from '../worker/repository';

/** Larger changes are left to git. */
const MAX_COMMITS = 20;
const MAX_PARENTS = 8;
const MAX_OBJECTS = 500;
const MAX_OBJECT_BYTES = 128 * 1024;
const MAX_BYTES = 1024 * 1024;

/** What is known to be stored, with everything that it reaches. */
export type IsKnown = (id: string) => boolean;

/**
 * Returns what `tips` reach and known commits and tags do not, apart from objects that a parent has
 * at the same path. It may contain an object that known commits have elsewhere. Null if the change
 * is large, a ref points at something else, or an object cannot be read.
 */
export async function collectNewObjects(
  repository: Repository,
  tips: readonly string[],
  isKnown: IsKnown,
): Promise<RawObject[] | null> {
  const collection = new Collection(repository, isKnown);
  return (await collection.addAll(tips)) ? collection.list() : null;
}

/** The methods that add return false if the change is left to git. */
class Collection {
  private readonly objects = new Map<string, RawObject>();
  private bytes = 0;
  private commits = 0;

  constructor(
    private readonly repository: Repository,
    private readonly isKnown: IsKnown,
  ) {}

  list(): RawObject[] {
    return [...this.objects.values()];
  }

  async addAll(tips: readonly string[]): Promise<boolean> {
    const pending = [...tips];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (this.objects.has(id) || this.isKnown(id)) continue;
      const object = await this.add(id);
      if (object?.type === 'tag') pending.push(parseTag(id, object.data).target_id);
      else if (object?.type !== 'commit') return false;
      else if (++this.commits > MAX_COMMITS || !(await this.addTreeOf(id, object, pending))) return false;
    }
    return true;
  }

  /** Adds the tree of a commit, and the parents to those that are pending. */
  private async addTreeOf(id: string, { data }: RawObject, pending: string[]): Promise<boolean> {
    const { tree_id, parent_ids } = parseCommit(id, data);
    // A tree is compared with that of each parent.
    if (parent_ids.length > MAX_PARENTS) return false;
    pending.push(...parent_ids);
    const parents = await Promise.all(parent_ids.map((parent) => readCommit(this.repository, parent)));
    return this.addTree(
      tree_id,
      parents.map((parent) => parent.tree_id),
    );
  }

  /** Adds a tree without what other trees have at the same path. */
  private async addTree(id: string, others: readonly string[]): Promise<boolean> {
    if (others.includes(id) || this.objects.has(id)) return true;
    const tree = await this.add(id);
    if (tree?.type !== 'tree') return false;
    const folders = await Promise.all(others.map((other) => this.readFolder(other)));
    for (const item of parseTree(tree.data)) {
      const before = folders.flatMap((folder) => folder.get(item.name) ?? []);
      if (!(await this.addItem(item, before))) return false;
    }
    return true;
  }

  private async addItem({ id, mode }: TreeItem, before: readonly TreeItem[]): Promise<boolean> {
    if (before.some((item) => item.id === id)) return true;
    const type = typeOfMode(mode);
    // Of a submodule, only the id is in the repository.
    if (type === 'commit') return true;
    if (type === 'blob') return this.objects.has(id) || (await this.add(id))?.type === 'blob';
    const folders = before.filter((item) => typeOfMode(item.mode) === 'tree');
    return this.addTree(
      id,
      folders.map((folder) => folder.id),
    );
  }

  private async readFolder(id: string): Promise<Map<string, TreeItem>> {
    return new Map(parseTree(await readTree(this.repository, id)).map((item) => [item.name, item]));
  }

  /** Undefined if the object does not exist, or there is too much. */
  private async add(id: string): Promise<RawObject | undefined> {
    const info = await this.repository.info(id);
    if (info === undefined || info.size > MAX_OBJECT_BYTES) return undefined;
    this.bytes += info.size;
    if (this.bytes > MAX_BYTES || this.objects.size === MAX_OBJECTS) return undefined;
    const object = await this.repository.read(id);
    if (object !== undefined) this.objects.set(id, object);
    return object;
  }
}
