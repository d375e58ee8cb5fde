/** Rights to create projects in a namespace. */
import { ForgeError } from '@forgemesh/errors';
import type { Viewer } from '../../access/access-keys';
import { viewerLevel } from '../../access/levels';
import type { NamespaceDocument } from '../../groups/namespaces/namespace.model';
import { isBeingRemoved, pathIds, readTree } from '../../groups/namespaces/namespace-tree';
import type { Projects } from '../../deps';
import { fetchProfile } from '../../clients/users/directory';

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

/** Throws ForbiddenError if a user's own namespace has reached the user's project limit. */
export async function assertWithinLimit(
  deps: Projects,
  { _id: id, kind, owner_id: ownerId }: NamespaceDocument,
): Promise<void> {
  if (kind === 'group' || ownerId === undefined) return;
  const profile = await fetchProfile(deps, ownerId);
  const limit = profile?.projects_limit ?? 0;
  if (limit > 0 && (await deps.projects.model.countDocuments({ namespace_id: id }, { limit })) < limit) return;
  const text =
    limit === 0
      ? 'Personal project creation is not allowed. Please contact your administrator with questions'
      : `Your project limit is ${limit} projects! Please contact your administrator to increase it`;
  throw new ForgeError('forbidden', [text], { key: 'error' });
}
