import { MemberDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/member_directory';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { sourcesOfKeys } from '#access';
import type { ProjectDocument } from '#projects/model';
import { notExpired } from '#access/memberships';
import type { InternalMembersDeps } from './deps';

/** Lists the members of a project, read from the database. */
export const listProjectMemberIds = internalOperation(
  MemberDirectoryServiceDefinition.listProjectMemberIds,
  async ({ project_id: id }, { deps }: Call<InternalMembersDeps>) => {
    const project = await deps.projects.model
      .findById(id, { access_keys: 1, owner_id: 1 })
      .lean<Pick<ProjectDocument, 'access_keys' | 'owner_id'>>();
    const sources = sourcesOfKeys(await deps.levels.allAccessKeys(project?.access_keys ?? []));
    const members = await deps.memberships.model
      .find({ source: { $in: sources }, ...notExpired() })
      .distinct('user_id');
    return { user_ids: [...new Set([...members, ...(project?.owner_id === undefined ? [] : [project.owner_id])])] };
  },
);
