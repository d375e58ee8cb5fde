/** What follows once a project is stored at another path or in another namespace. */
import { MAINTAINER } from '@forgemesh/access';
import { addMembership } from '../../groups/members/store-membership';
import { confirmPath, releasePath } from '../../groups/namespaces/claim-path';
import { pathKey } from '../../groups/namespaces/path.model';
import type { Projects } from '../../deps';
import type { ProjectDocument } from './project.model';

/** Where a project was. */
export interface PreviousLocation {
  parentId: number;
  path: string;
}

/**
 * Lists the owner of the namespace as maintainer, confirms the new path and frees the old one. Also
 * runs from the event of the change, should the first run have been cut off; safe to repeat, and
 * also when the project has come back since.
 */
export async function finalizeProjectMove(deps: Projects, project: ProjectDocument, former: PreviousLocation): Promise<void> {
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
  await confirmPath(deps, { parentId, path, kind: 'project', targetId: id });
  if (pathKey(former.parentId, former.path) === pathKey(parentId, path)) return;
  await releasePath(deps, { ...former, kind: 'project', targetId: id });
}
