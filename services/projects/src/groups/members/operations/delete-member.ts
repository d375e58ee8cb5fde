import { ForbiddenError, NotFoundError } from '@forgemesh/errors';
import { GroupMemberServiceDefinition, ProjectMemberServiceDefinition } from '@forgemesh/proto/projects/v1/member';
import { operation, type ProjectsCall } from '../../../operation';
import { assertNotLastOwner, assertNotNamespaceOwner, managerLevel } from '../member-rules';
import { sourceOf } from '../member-source';
import type { SourceKind } from '../membership.model';
import { findDirect } from '../read-members';

/** Removes a member of a project. */
export const deleteProjectMember = operation(ProjectMemberServiceDefinition.deleteProjectMember, (request, call) =>
  deleteMember('project', request.user_id, call),
);

/** Removes a member of a group. */
export const deleteGroupMember = operation(GroupMemberServiceDefinition.deleteGroupMember, (request, call) =>
  deleteMember('group', request.user_id, call),
);

/** Users who manage the members may remove anyone. Every member may leave. */
async function deleteMember(kind: SourceKind, userId: number, call: ProjectsCall): Promise<object> {
  const { deps, principal } = call;
  const source = await sourceOf(call, kind);
  if (source.callerLevel < managerLevel[kind] && principal.id !== userId) throw new ForbiddenError();
  const row = await findDirect(deps, source, userId);
  if (!row) throw new NotFoundError();
  assertNotNamespaceOwner(source, userId);
  await assertNotLastOwner(deps, source, row);
  await deps.memberships.remove(row, { type: 'projects.member.removed', actor: principal.id });
  return {};
}
