/** Paths as folders. Folders with nothing but another folder are one entry: `src/app`. */

/** A folder with its entries. */
export interface PathFolder<Item> {
  /** Relative to the folder around it. */
  name: string;
  folders: PathFolder<Item>[];
  files: { name: string; item: Item }[];
}

/** Returns the root folder of items with paths; the order of the items is kept. */
export function pathTree<Item>(items: readonly Item[], pathOf: (item: Item) => string): PathFolder<Item> {
  const root: PathFolder<Item> = { name: '', folders: [], files: [] };
  for (const item of items) {
    const parts = pathOf(item).split('/');
    const name = parts.pop() ?? '';
    let folder = root;
    for (const part of parts) {
      let next = folder.folders.find((entry) => entry.name === part);
      if (!next) {
        next = { name: part, folders: [], files: [] };
        folder.folders.push(next);
      }
      folder = next;
    }
    folder.files.push({ name, item });
  }
  return { ...root, folders: root.folders.map(joined) };
}

function joined<Item>(folder: PathFolder<Item>): PathFolder<Item> {
  const [only, ...others] = folder.folders;
  if (only && others.length === 0 && folder.files.length === 0)
    return joined({ ...only, name: `${folder.name}/${only.name}` });
  return { ...folder, folders: folder.folders.map(joined) };
}
