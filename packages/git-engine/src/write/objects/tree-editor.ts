import { encodeTree, type TreeEntry } from './object-encoding';

/** Reads the entries of a tree object by its id. */
export type ReadTree = (id: string) => Promise<TreeEntry[]>;

/** State of a path; `above` means that a parent is a file. */
export type PathState = { kind: 'file'; entry: TreeEntry } | { kind: 'folder' | 'nothing' | 'above' };

interface Folder {
  rows: Map<string, Row>;
  /** True once the entries differ from the object that they were read from. */
  changed: boolean;
}

interface Row extends TreeEntry {
  /** The entries below, once they were read. */
  folder?: Folder;
}

const treeMode = '40000';

/**
 * A tree being changed in memory. Only the folders on the way to a changed path are read and
 * rewritten; a folder that loses its last file is removed immediately. Components are raw bytes in
 * latin1.
 */
export class TreeEditor {
  private root: Folder | undefined;

  /** `rootId` is the tree to start from, or null for an empty one. */
  constructor(
    private readonly readTree: ReadTree,
    private readonly rootId: string | null,
  ) {}

  async inspect(components: readonly string[]): Promise<PathState> {
    let folder = await this.open();
    for (const [index, name] of components.entries()) {
      const row = folder.rows.get(name);
      const last = index === components.length - 1;
      if (!row) return { kind: 'nothing' };
      if (row.mode !== treeMode) return last ? { kind: 'file', entry: row } : { kind: 'above' };
      if (last) return { kind: 'folder' };
      folder = await this.openRow(row);
    }
    return { kind: 'folder' };
  }

  /** Puts a file at a path where `inspect` found a file or nothing; missing folders are created. */
  async put(components: readonly string[], mode: string, id: string): Promise<void> {
    let folder = await this.open();
    folder.changed = true;
    for (const name of components.slice(0, -1)) {
      let row = folder.rows.get(name);
      if (!row) {
        row = { mode: treeMode, name, id: '', folder: { rows: new Map(), changed: true } };
        folder.rows.set(name, row);
      }
      folder = await this.openRow(row);
      folder.changed = true;
    }
    const name = lastOf(components);
    folder.rows.set(name, { mode, name, id });
  }

  /** Removes the file at a path where `inspect` found one. */
  async remove(components: readonly string[]): Promise<void> {
    const way: Folder[] = [await this.open()];
    for (const name of components.slice(0, -1)) {
      const row = lastOf(way).rows.get(name);
      if (!row) return;
      way.push(await this.openRow(row));
    }
    for (let depth = components.length - 1; depth >= 0; depth--) {
      const folder = way[depth] as Folder;
      folder.changed = true;
      const below = way[depth + 1];
      if (!below || below.rows.size === 0) folder.rows.delete(components[depth] as string);
    }
  }

  /** Passes every changed tree to `store`, deepest first, and returns the id of the root. */
  async write(store: (content: Buffer) => string): Promise<string> {
    const root = await this.open();
    if (!root.changed && this.rootId !== null) return this.rootId;
    return writeFolder(root, store);
  }

  private async open(): Promise<Folder> {
    this.root ??= this.rootId === null ? { rows: new Map(), changed: true } : await this.load(this.rootId);
    return this.root;
  }

  private async openRow(row: Row): Promise<Folder> {
    row.folder ??= await this.load(row.id);
    return row.folder;
  }

  private async load(id: string): Promise<Folder> {
    const rows = await this.readTree(id);
    return { rows: new Map(rows.map((row) => [row.name, { ...row }])), changed: false };
  }
}

function writeFolder(folder: Folder, store: (content: Buffer) => string): string {
  const entries: TreeEntry[] = [];
  for (const row of folder.rows.values()) {
    if (row.folder?.changed) row.id = writeFolder(row.folder, store);
    entries.push(row);
  }
  folder.changed = false;
  return store(encodeTree(entries));
}

function lastOf<T>(list: readonly T[]): T {
  return list[list.length - 1] as T;
}
