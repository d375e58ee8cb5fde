/** Steps after a project was stored with another path or namespace. */
import { MAINTAINER } from '@forgemesh/access';
import { addMembership } from '#access/memberships';
import { pathKey } from '#namespaces/paths';
import type { ProjectDocument } from '#projects/model';
import type { ProjectCreationDeps } from './deps';

/** The previous namespace and path of a project. */
export interface PreviousLocation {
  parentId: number;
  path: string;
}

/**
 * Adds the owner of the namespace as maintainer, confirms the new path, releases the old one and
 * redirects it. Also runs from the event of the change, in case the first run was interrupted.
 * Idempotent, also if the project was moved back since.
 */
export async function finalizeProjectMove(
  deps: ProjectCreationDeps,
  project: ProjectDocument,
  former: PreviousLocation,
): Promise<void> {
  const { _id: id, namespace_id: parentId, path, owner_id: ownerId } = project;
  if (ownerId !== undefined) {
    await addMembership(deps, {
      source_kind: 'project',
      source_id: id,
      user_id: ownerId,
      access_level: MAINTAINER,
      expires_at: null,
      created_by: null,
    });
  }
  await deps.paths.confirm({ parentId, path, kind: 'project', targetId: id });
  if (pathKey(former.parentId, former.path) === pathKey(parentId, path)) return;
  await deps.paths.leave({ ...former, kind: 'project', targetId: id }, { kind: 'project', target_id: id });
}
