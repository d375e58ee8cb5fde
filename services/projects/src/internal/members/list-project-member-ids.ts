import { MemberDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/member_directory';
import { sourcesOfKeys } from '#access/access-keys';
import { allAccessKeys } from '#access/group-shares';
import { internalOperation } from '#operation';
import type { ProjectDocument } from '#projects/projects/project.model';
import { notExpired } from '#access/memberships/membership.model';

/** Lists the members of a project, read from the database. */
export const listProjectMemberIds = internalOperation(
  MemberDirectoryServiceDefinition.listProjectMemberIds,
  async ({ project_id: id }, { deps }) => {
    const project = await deps.projects.model
      .findById(id, { access_keys: 1, owner_id: 1 })
      .lean<Pick<ProjectDocument, 'access_keys' | 'owner_id'>>();
    const sources = sourcesOfKeys(await allAccessKeys(deps, project?.access_keys ?? []));
    const members = await deps.memberships.model
      .find({ source: { $in: sources }, ...notExpired() })
      .distinct('user_id');
    return { user_ids: [...new Set([...members, ...(project?.owner_id === undefined ? [] : [project.owner_id])])] };
  },
);
