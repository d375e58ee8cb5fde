/** Presents namespaces. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { Namespace } from '@forgemesh/proto/projects/v1/namespace';
import type { UserDocument } from '#clients/users';
import { avatarUrl } from './avatar';
import { fullPathOf, pathIds, loadCachedTree } from './namespace-tree';
import type { NamespaceNode, NamespaceTree } from './namespace-node';
import type { NamespaceViewDeps, NamespacesDeps } from './deps';

/** Preloaded objects that a namespace is presented with. */
export interface NamespaceAssociations {
  tree: NamespaceTree;
  /** The owners of users' namespaces. */
  users: ReadonlyMap<number, UserDocument>;
}

/** Presents one namespace. */
export function presentNamespace(
  deps: Pick<NamespacesDeps, 'urls'>,
  node: NamespaceNode,
  { tree, users }: NamespaceAssociations,
): ResponseOf<Namespace> {
  const { urls } = deps;
  const fullPath = fullPathOf(node, tree);
  const owner = node.owner_id === undefined ? undefined : users.get(node.owner_id);
  return {
    id: node._id,
    name: node.name,
    path: node.path,
    kind: node.kind,
    full_path: fullPath,
    parent_id: node.parent_id || null,
    avatar_url: owner?.avatar_url ?? avatarUrl(deps, 'group', node),
    web_url: node.kind === 'group' ? urls.group(fullPath) : urls.page(fullPath),
  };
}

/** Presents a page of namespaces with two reads. */
export async function presentNamespaces(
  deps: NamespaceViewDeps,
  nodes: NamespaceNode[],
): Promise<ResponseOf<Namespace>[]> {
  const owners = nodes.map(({ owner_id: id }) => id).filter((id) => id !== undefined);
  const [tree, users] = await Promise.all([
    loadCachedTree(deps, nodes.flatMap(pathIds)),
    deps.directory.findUsers(owners),
  ]);
  return nodes.map((node) => presentNamespace(deps, node, { tree, users }));
}
