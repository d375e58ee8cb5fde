import { MemberDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/member_directory';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { isActive, type GroupShare } from '#access';
import { notExpired, type MembershipDocument } from '#access/memberships';
import type { ProjectDocument } from '#projects/model';
import type { InternalMembersDeps } from './deps';

/** Lists those of some groups that have access to a project, read from the database. */
export const listProjectGroups = internalOperation(
  MemberDirectoryServiceDefinition.listProjectGroups,
  async ({ project_id: projectId, group_ids: requested, user_id: userId }, { deps }: Call<InternalMembersDeps>) => {
    const withAccess = await groupsOfProject(deps, projectId);
    const ids = requested.filter((id) => withAccess.has(id));
    if (userId === undefined || ids.length === 0) return { group_ids: ids };
    const rows = await deps.memberships.model
      .find({ user_id: userId, source: { $in: ids.map((id) => `group/${id}`) }, ...notExpired() }, { source_id: 1 })
      .lean<MembershipDocument[]>();
    return { group_ids: rows.map(({ source_id: id }) => id) };
  },
);

/** The ancestor groups of a project, and the groups that it or one of them is shared with. */
async function groupsOfProject({ projects, namespaces }: InternalMembersDeps, projectId: number): Promise<Set<number>> {
  const project = await projects.model
    .findById(projectId, { ancestor_ids: 1, shared_groups: 1 })
    .lean<Pick<ProjectDocument, 'ancestor_ids' | 'shared_groups'>>();
  if (!project) return new Set();
  const { ancestor_ids: ancestorIds, shared_groups: own } = project;
  const ancestors = await namespaces.model
    .find({ _id: { $in: ancestorIds } }, { shared_groups: 1 })
    .lean<{ shared_groups?: GroupShare[] }[]>();
  const shares = [...own, ...ancestors.flatMap(({ shared_groups: inherited = [] }) => inherited)];
  return new Set([...ancestorIds, ...shares.filter(isActive).map(({ group_id: id }) => id)]);
}
