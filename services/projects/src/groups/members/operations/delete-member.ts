import { ForbiddenError } from '@forgemesh/errors';
import { GroupMemberServiceDefinition, ProjectMemberServiceDefinition } from '@forgemesh/proto/projects/v1/member';
import { operation, type Call } from '@forgemesh/rpc';
import type { SourceKind } from '#access/memberships';
import { changeMembership } from '../last-owner';
import { assertNotNamespaceOwner, managerLevel } from '../member-rules';
import { sourceOf } from '../member-source';
import type { MembersDeps } from '../deps';

/** Removes a member of a project. */
export const deleteProjectMember = operation(
  ProjectMemberServiceDefinition.deleteProjectMember,
  (request, call: Call<MembersDeps>) => deleteMember('project', request.user_id, call),
);

/** Removes a member of a group. */
export const deleteGroupMember = operation(
  GroupMemberServiceDefinition.deleteGroupMember,
  (request, call: Call<MembersDeps>) => deleteMember('group', request.user_id, call),
);

/** Users who manage the members may remove anyone. Every member may leave. */
async function deleteMember(kind: SourceKind, userId: number, call: Call<MembersDeps>): Promise<object> {
  const { deps, principal } = call;
  const source = await sourceOf(call, kind);
  if (source.callerLevel < managerLevel[kind] && principal.id !== userId) throw new ForbiddenError();
  await changeMembership(deps, source, {
    userId,
    endsOwnership: true,
    validate: () => assertNotNamespaceOwner(source, userId),
    write: (row) => deps.memberships.removeUnchanged(row, { type: 'projects.member.removed', actor: principal.id }),
  });
  return {};
}
