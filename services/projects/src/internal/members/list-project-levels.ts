import { MemberDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/member_directory';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { levelOf, memberKeys, sourcesOfKeys, type LevelRow } from '#access';
import type { ProjectDocument } from '#projects/model';
import { notExpired, type MembershipDocument } from '#access/memberships';
import type { InternalMembersDeps } from './deps';

/** Lists the levels of users on a project, read from the database. */
export const listProjectLevels = internalOperation(
  MemberDirectoryServiceDefinition.listProjectLevels,
  async ({ project_id: projectId, user_ids: userIds }, { deps }: Call<InternalMembersDeps>) => {
    const project = await deps.projects.model
      .findById(projectId, { access_keys: 1 })
      .lean<Pick<ProjectDocument, 'access_keys'>>();
    const keys = await deps.levels.allAccessKeys(project?.access_keys ?? []);
    const rows = await deps.memberships.model
      .find({ user_id: { $in: userIds }, source: { $in: sourcesOfKeys(keys) }, ...notExpired() })
      .lean<MembershipDocument[]>();
    const byUser = new Map<number, LevelRow[]>(userIds.map((id) => [id, []]));
    for (const row of rows) byUser.get(row.user_id)?.push(row);
    const levels = [...byUser].map(([id, held]) => ({ user_id: id, level: levelOf(keys, memberKeys(id, held)) }));
    return { levels: levels.filter(({ level }) => level > 0) };
  },
);
