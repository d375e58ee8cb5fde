/** Rights to create projects in a namespace. */
import type { Viewer } from '#access';
import { type NamespaceDocument, isBeingRemoved, pathIds } from '#namespaces';
import type { ProjectCreationDeps } from './deps';

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
  deps: ProjectCreationDeps,
  viewer: Viewer,
  namespace: NamespaceDocument,
): Promise<boolean> {
  const ids = pathIds(namespace);
  if (isBeingRemoved(ids, await deps.namespaceTree.readTree(ids))) return false;
  if (viewer.admin) return true;
  if (namespace.kind === 'user') return namespace.owner_id === viewer.id;
  const level = await deps.levels.viewerLevel(viewer, namespace.access_keys);
  return level >= minLevels[namespace.project_creation_level];
}
