/** Resolves a reference to a project or namespace and computes a viewer's rights on it. */
import { OWNER } from '@forgemesh/access';
import { ReferenceKind, type AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import { featureLevels, type ProjectDocument } from '#projects/model';
import {
  fullPathOf,
  hasLargeFiles,
  isBeingRemoved,
  pathIds,
  type NamespaceNode,
  type NamespaceTree,
} from '#namespaces';
import { openKeys, type Viewer } from '#access';
import { denialOf } from '#access/external-authorization';
import { isMemberOfDescendant } from './descendant-membership';
import type { AuthorizationDeps } from './deps';

const allDigits = /^\d+$/;
/** Result for a reference that does not exist or that the viewer may not read. */
export const NO_ACCESS: AuthorizedResource = {
  found: false,
  id: 0,
  kind: ReferenceKind.REFERENCE_KIND_UNSPECIFIED,
  full_path: '',
  visibility: '',
  archived: false,
  level: 0,
  open: false,
  features: {},
  storage: '',
  default_branch: '',
  namespace_id: 0,
  path: '',
  name: '',
  ancestor_ids: [],
};

/**
 * Rights on a project. A reference of digits only is an id; anything else is a full path with at
 * least one namespace.
 */
export async function authorizeProject(
  deps: AuthorizationDeps,
  viewer: Viewer,
  ref: string,
): Promise<AuthorizedResource> {
  const found = allDigits.test(ref) ? await projectById(deps, ref) : await projectByPath(deps, ref);
  if (!found) return NO_ACCESS;
  const { project } = found;
  const [tree, level] = await Promise.all([
    found.tree ?? deps.namespaceTree.loadCachedTree(pathIds(project)),
    deps.levels.viewerLevel(viewer, project.access_keys),
  ]);
  const open = isOpen(project.access_keys, viewer);
  const namespace = tree.get(project.namespace_id);
  if ((level === 0 && !open) || !namespace || isBeingRemoved(pathIds(project), tree)) return NO_ACCESS;
  const denial = await denialOf(deps, viewer, project);
  if (denial !== undefined) return { ...NO_ACCESS, ...(denial !== '' && { denial_reason: denial }) };
  return {
    found: true,
    id: project._id,
    kind: ReferenceKind.REFERENCE_KIND_PROJECT,
    full_path: `${fullPathOf(namespace, tree)}/${project.path}`,
    visibility: project.visibility,
    archived: project.archived,
    level,
    open,
    features: { ...featureLevels(project), lfs: hasLargeFiles(deps, project, tree) ? 'enabled' : 'disabled' },
    storage: project.storage,
    default_branch: project.default_branch ?? '',
    namespace_id: project.namespace_id,
    path: project.path,
    name: project.name,
    ancestor_ids: project.ancestor_ids,
    prints_merge_request_links: project.printing_merge_request_link_enabled,
    ...(deps.externalAuthorization.isEnabled && { externally_authorized: true }),
  };
}

async function projectById(
  deps: AuthorizationDeps,
  digits: string,
): Promise<{ project: ProjectDocument; tree?: NamespaceTree } | null> {
  const id = Number(digits);
  if (!Number.isSafeInteger(id)) return null;
  const project = await deps.projectReader.findCached(id);
  return project && { project };
}

async function projectByPath(
  deps: AuthorizationDeps,
  fullPath: string,
): Promise<{ project: ProjectDocument; tree: NamespaceTree } | null> {
  const slash = fullPath.lastIndexOf('/');
  if (slash < 0) return null;
  const namespace = await deps.namespaceTree.findCachedByPath(fullPath.slice(0, slash));
  if (!namespace) return null;
  const project = await deps.projectReader.findCachedAt(namespace.node._id, fullPath.slice(slash + 1));
  return project && { project, tree: namespace.tree };
}

/** Whether a project or namespace has a full path, readable or not; cached. */
export async function isPathInUse(
  deps: AuthorizationDeps,
  fullPath: string,
  kind: 'project' | 'namespace',
): Promise<boolean> {
  const found = kind === 'project' ? projectByPath(deps, fullPath) : deps.namespaceTree.findCachedByPath(fullPath);
  return (await found) !== null;
}

/**
 * Rights on a group or any namespace. A user's namespace is visible to that user and to
 * administrators only.
 */
export async function authorizeNamespace(
  deps: AuthorizationDeps,
  viewer: Viewer,
  ref: string,
  kind: 'group' | 'any',
): Promise<AuthorizedResource> {
  const found = allDigits.test(ref) ? await namespaceById(deps, ref) : await deps.namespaceTree.findCachedByPath(ref);
  if (!found || (kind === 'group' && found.node.kind !== 'group')) return NO_ACCESS;
  const { node, tree } = found;
  if (isBeingRemoved(pathIds(node), tree)) return NO_ACCESS;
  if (node.kind === 'user') {
    const isOwn = viewer.admin || viewer.id === node.owner_id;
    return isOwn ? namespaceRights(node, tree, { level: OWNER, open: false }) : NO_ACCESS;
  }
  const level = await deps.levels.viewerLevel(viewer, node.access_keys);
  const open = isOpen(node.access_keys, viewer);
  const isReadable = level > 0 || open || (await isMemberOfDescendant(deps, viewer, node._id));
  return isReadable ? namespaceRights(node, tree, { level, open }) : NO_ACCESS;
}

async function namespaceById(
  deps: AuthorizationDeps,
  digits: string,
): Promise<{ node: NamespaceNode; tree: NamespaceTree } | null> {
  const id = Number(digits);
  if (!Number.isSafeInteger(id)) return null;
  const own = await deps.namespaceTree.loadCachedTree([id]);
  const node = own.get(id);
  if (!node) return null;
  const ancestors = await deps.namespaceTree.loadCachedTree(node.ancestor_ids);
  return { node, tree: new Map([...ancestors, [id, node]]) };
}

function namespaceRights(
  node: NamespaceNode,
  tree: NamespaceTree,
  rights: { level: number; open: boolean },
): AuthorizedResource {
  return {
    ...NO_ACCESS,
    ...rights,
    found: true,
    id: node._id,
    kind: node.kind === 'group' ? ReferenceKind.REFERENCE_KIND_GROUP : ReferenceKind.REFERENCE_KIND_NAMESPACE,
    full_path: fullPathOf(node, tree),
    visibility: node.kind === 'group' ? node.visibility : 'public',
    namespace_id: node.parent_id,
    path: node.path,
    name: node.name,
    ancestor_ids: node.ancestor_ids,
  };
}

function isOpen(accessKeys: readonly string[], viewer: Viewer): boolean {
  return openKeys(viewer).some((key) => accessKeys.includes(key));
}
