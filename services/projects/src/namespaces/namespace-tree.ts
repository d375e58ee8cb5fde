/**
 * Full paths and names. A namespace stores its own path and the ids of its ancestors, so a rename
 * is one write.
 */
import type { FoundNamespace, NamespaceNode, NamespaceTree, TreeItem } from './namespace-node';
import type { NamespacesDeps } from './deps';

const nodeFields = {
  kind: 1,
  path: 1,
  path_lower: 1,
  name: 1,
  parent_id: 1,
  ancestor_ids: 1,
  owner_id: 1,
  visibility: 1,
  access_keys: 1,
  deleting_at: 1,
  emails_disabled: 1,
  lfs_enabled: 1,
  avatar: 1,
} as const;

/**
 * Reads namespaces by id in one query. Use it before writes, which must not rely on cached data.
 */
export async function readTree(
  deps: Pick<NamespacesDeps, 'namespaces'>,
  ids: Iterable<number>,
): Promise<NamespaceTree> {
  const uniqueIds = [...new Set(ids)].filter((id) => id > 0);
  if (uniqueIds.length === 0) return new Map();
  const nodes = await deps.namespaces.model.find({ _id: { $in: uniqueIds } }, nodeFields).lean<NamespaceNode[]>();
  return new Map(nodes.map((node) => [node._id, node]));
}

/** Namespaces by id, cached. Missing ones are read in one query. */
export function loadCachedTree(
  deps: Pick<NamespacesDeps, 'namespaces' | 'namespaceCache'>,
  ids: Iterable<number>,
): Promise<NamespaceTree> {
  return deps.namespaceCache.getAll(ids, (uniqueIds) => readTree(deps, uniqueIds));
}

/** A namespace by its full path, case-insensitive; cached. */
export function findCachedByPath(deps: NamespacesDeps, fullPath: string): Promise<FoundNamespace | null> {
  const path = fullPath.toLowerCase();
  return deps.namespacePathCache.get(path, () => findByPath(deps, path));
}

/**
 * Finds a namespace by its full path, case-insensitive, in one query: the top level by its path and
 * all others by any of the remaining segments, which are then chained in memory. The returned tree
 * contains the namespaces on the path.
 */
export async function findByPath(deps: NamespacesDeps, fullPath: string): Promise<FoundNamespace | null> {
  const [top = '', ...rest] = fullPath.toLowerCase().split('/');
  const candidates = await deps.namespaces.model
    .find(
      rest.length === 0
        ? { parent_id: 0, path_lower: top }
        : {
            $or: [
              { parent_id: 0, path_lower: top },
              { path_lower: { $in: rest }, parent_id: { $gt: 0 } },
            ],
          },
      nodeFields,
    )
    .lean<NamespaceNode[]>();
  const tree = new Map<number, NamespaceNode>();
  let parentId = 0;
  for (const path of [top, ...rest]) {
    const node = candidates.find((one) => one.parent_id === parentId && one.path_lower === path);
    if (!node) return null;
    tree.set(node._id, node);
    parentId = node._id;
  }
  return { node: tree.get(parentId) as NamespaceNode, tree };
}

/** Ids of all namespaces in the full path of an object. */
export function pathIds(item: TreeItem & { namespace_id?: number; _id: number }): number[] {
  return item.namespace_id === undefined ? [...item.ancestor_ids, item._id] : [...item.ancestor_ids, item.namespace_id];
}

/** Full path of a namespace. The tree must contain its ancestors. */
export function fullPathOf(namespace: Pick<NamespaceNode, 'path' | 'ancestor_ids'>, tree: NamespaceTree): string {
  return [...ancestorsOf(namespace, tree).map(({ path }) => path), namespace.path].join('/');
}

/** Full name of a namespace. The tree must contain its ancestors. */
export function fullNameOf(namespace: Pick<NamespaceNode, 'name' | 'ancestor_ids'>, tree: NamespaceTree): string {
  return [...ancestorsOf(namespace, tree).map(({ name }) => name), namespace.name].join(' / ');
}

/** Whether any of the namespaces disables emails. */
export function areEmailsDisabled(ids: readonly number[], tree: NamespaceTree): boolean {
  return ids.some((id) => tree.get(id)?.emails_disabled === true);
}

/** Whether a project stores large files: the instance and each group above can disable them. */
export function hasLargeFiles(
  { isLfsEnabled }: { isLfsEnabled: boolean },
  project: Parameters<typeof pathIds>[0] & { lfs_enabled: boolean },
  tree: NamespaceTree,
): boolean {
  return isLfsEnabled && project.lfs_enabled && pathIds(project).every((id) => tree.get(id)?.lfs_enabled !== false);
}

/** Whether any of the namespaces is deleted or being removed. */
export function isBeingRemoved(ids: readonly number[], tree: NamespaceTree): boolean {
  return ids.some((id) => {
    const node = tree.get(id);
    return !node || node.deleting_at !== undefined;
  });
}

function ancestorsOf({ ancestor_ids: ids }: TreeItem, tree: NamespaceTree): NamespaceNode[] {
  return ids.map((id) => tree.get(id)).filter((node) => node !== undefined);
}
