/** Rights to create projects in a namespace. */
import type { Viewer } from '#access/access-keys';
import { viewerLevel } from '#access/levels';
import type { NamespaceDocument } from '#namespaces/namespace.model';
import { isBeingRemoved, pathIds, readTree } from '#namespaces/namespace-tree';
import type { Projects } from '#deps';

const minLevels: Record<NamespaceDocument['project_creation_level'], number> = {
  noone: Infinity,
  maintainer: 40,
  developer: 30,
};

/**
 * Whether a viewer may create projects in a namespace: the viewer's own, or a group in which the
 * viewer's level suffices.
 */
export async function canCreateProjectsIn(
  deps: Projects,
  viewer: Viewer,
  namespace: NamespaceDocument,
): Promise<boolean> {
  const ids = pathIds(namespace);
  if (isBeingRemoved(ids, await readTree(deps, ids))) return false;
  if (viewer.admin) return true;
  if (namespace.kind === 'user') return namespace.owner_id === viewer.id;
  const level = await viewerLevel(deps, viewer, namespace.access_keys);
  return level >= minLevels[namespace.project_creation_level];
}
