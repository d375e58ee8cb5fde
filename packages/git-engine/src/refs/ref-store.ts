/**
 * The refs of a repository as git sees them: loose files override packed refs. Read without
 * starting git.
 */
import type { Repository } from '../worker/repository';
import { LooseRefs, directTarget, symbolicTarget } from './loose-refs';
import { type PackedRef, PackedRefs } from './packed-refs';

export interface Ref {
  /** Full name, e.g. `refs/heads/main`. */
  name: string;
  /** Object id: a commit's, or an annotated tag's own. */
  id: string;
}

/** All refs under a folder. */
export interface RefList {
  /** Sorted by name; the same array until a ref changes. */
  readonly refs: readonly Ref[];
  /** Some refs are symbolic, broken, or have names that are not UTF-8. */
  readonly hasSpecialRefs: boolean;
}

interface CachedList extends RefList {
  version: number;
  packed: ReadonlyMap<string, PackedRef>;
}

const maxSymbolicDepth = 5;

export class RefStore {
  private readonly loose: LooseRefs;
  private readonly packed: PackedRefs;
  private readonly lists = new Map<string, CachedList>();

  constructor(repo: string) {
    this.loose = new LooseRefs(repo);
    this.packed = new PackedRefs(repo);
  }

  /**
   * Finds a ref by full name, following symbolic refs; undefined if none exists. The name must
   * be valid.
   */
  find(name: string): Ref | undefined {
    let current = name;
    for (let depth = 0; depth <= maxSymbolicDepth; depth += 1) {
      // Loose before packed: git packs a ref before it removes the file.
      const content = this.loose.find(current);
      const id = content === undefined ? this.packed.read().get(current)?.id : directTarget(content);
      if (id !== undefined) return { name, id };
      const target = content === undefined ? undefined : symbolicTarget(content);
      if (target === undefined || !isRefName(target)) return undefined;
      current = target;
    }
    return undefined;
  }

  /** Full name that HEAD points at; undefined when it is detached or missing. */
  headTarget(): string | undefined {
    const content = this.loose.find('HEAD');
    return content === undefined ? undefined : symbolicTarget(content);
  }

  /**
   * All refs under a folder such as `refs/heads`, sorted by name. The same array is returned until
   * a ref changes.
   */
  list(folder: string): readonly Ref[] {
    return this.read(folder).refs;
  }

  /** Like `list`, with what only git can present. */
  read(folder: string): RefList {
    const loose = this.loose.list(folder);
    const packed = this.packed.read();
    const cached = this.lists.get(folder);
    if (cached?.version === this.loose.version && cached.packed === packed) return cached;
    const refs = this.merge(folder, loose, packed);
    const hasSpecialRefs =
      [...loose.values()].some((content) => directTarget(content) === undefined) ||
      refs.some(({ name }) => name.includes('\ufffd'));
    const list = { version: this.loose.version, packed, refs, hasSpecialRefs };
    this.lists.set(folder, list);
    return list;
  }

  /** Whether there are refs in a folder below `refs/heads`, `refs/tags` or the like. */
  hasRefs(folder: string): boolean {
    return this.loose.list(folder).size > 0 || this.packed.hasFolder(folder);
  }

  /** Content of the file HEAD; undefined if it does not exist. */
  headContent(): string | undefined {
    return this.loose.find('HEAD');
  }

  private merge(folder: string, loose: Map<string, string>, packed: ReadonlyMap<string, PackedRef>): Ref[] {
    const refs: Ref[] = [];
    for (const [name, content] of loose) {
      const id = directTarget(content) ?? this.find(name)?.id;
      if (id !== undefined) refs.push({ name, id });
    }
    for (const [name, { id }] of packed) {
      if (name.startsWith(`${folder}/`) && !loose.has(name)) refs.push({ name, id });
    }
    return refs.sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

/** The refs of a repository; none if the repository does not exist. */
export function refStore(repository: Repository): RefStore {
  return repository.slot('refs', () => new RefStore(repository.path));
}

// Control characters, space and the sequences that git reserves; a path built from valid names
// stays inside the repository.
const forbidden = /[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^-|\/\.|\.$|\/$|^\/|^\.|\.lock$|\.lock\//;

/** Whether git accepts the full name of a ref (`refs/...`, two levels at least, or `HEAD`). */
export function isRefName(name: string): boolean {
  if (name === 'HEAD') return true;
  return name.startsWith('refs/') && name.split('/').length > 2 && !forbidden.test(name);
}
