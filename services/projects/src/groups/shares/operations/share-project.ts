import { BadRequestError, ConflictError, NotFoundError } from '@forgemesh/errors';
import { ProjectShareServiceDefinition } from '@forgemesh/proto/projects/v1/project_share';
import { operation, type Call } from '@forgemesh/rpc';
import { today } from '#access/memberships';
import type { NamespaceDocument } from '#namespaces';
import type { ProjectDocument, ProjectShare } from '#projects/model';
import { changeShares } from '../change-shares';
import { presentShare } from '../project-share.entity';
import type { SharesDeps } from '../deps';

/** Shares a project with a group. A retry finds the share of the first attempt. */
export const shareProject = operation(
  ProjectShareServiceDefinition.shareProject,
  async (request, call: Call<SharesDeps>) => {
    const { deps, principal, operationId } = call;
    const [project, group] = await Promise.all([
      deps.projects.find(call.resource('id').id),
      deps.namespaces.find(call.resource('group_id').id),
    ]);
    if (!project) throw new NotFoundError('Project');
    if (!group) throw new NotFoundError('Group');
    const isSameWrite = ({ operation_id: created }: ProjectShare): boolean =>
      operationId !== undefined && created === operationId;
    const earlier = project.shared_groups.find(isSameWrite);
    if (earlier) return presentShare(project, earlier);
    await assertSharable(deps, project, group);
    const share: ProjectShare = {
      id: await deps.nextShareId(),
      group_id: group._id,
      ancestor_ids: group.ancestor_ids,
      group_access: request.group_access,
      expires_at: request.expires_at ?? null,
      ...(operationId !== undefined && { operation_id: operationId }),
    };
    const changed = await deps.projects.mutate(project._id, (current) => {
      if (current.shared_groups.some(isSameWrite)) return null;
      const others = withoutExpired(current.shared_groups, group._id);
      if (others.some(({ group_id: id }) => id === group._id))
        throw new ConflictError('Group already shared with this group');
      return changeShares(current, [...others, share], principal.id);
    });
    if (!changed) throw new NotFoundError('Project');
    return presentShare(changed, changed.shared_groups.find(isSameWrite) ?? share);
  },
);

/** Shares without an expired share with the group, which the new share replaces. */
function withoutExpired(shares: ProjectShare[], groupId: number): ProjectShare[] {
  return shares.filter(({ group_id: id, expires_at: day }) => id !== groupId || day === null || day > today());
}

async function assertSharable(deps: SharesDeps, project: ProjectDocument, group: NamespaceDocument): Promise<void> {
  const locked = { _id: { $in: project.ancestor_ids }, share_with_group_lock: true };
  if (await deps.namespaces.model.exists(locked))
    throw new BadRequestError('The project sharing with group is disabled');
  if (project.ancestor_ids.includes(group._id))
    throw new ConflictError('Project cannot be shared with the group it is in or one of its ancestors.');
}
