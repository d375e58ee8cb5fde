import { NotFoundError } from '@forgemesh/errors';
import { type ResponseOf, operation, type Call } from '@forgemesh/rpc';
import {
  GroupMemberServiceDefinition,
  ProjectMemberServiceDefinition,
  type Member,
} from '@forgemesh/proto/projects/v1/member';
import { presentMembers, type MemberRow } from '../member.entity';
import { findCachedSource } from '../member-source';
import { findDirect, findInherited } from '../read-members';
import type { MembersDeps } from '../deps';

/** Gets a direct member of a project. */
export const getProjectMember = operation(
  ProjectMemberServiceDefinition.getProjectMember,
  async ({ user_id: userId }, call: Call<MembersDeps>) =>
    present(call, await findDirect(call.deps, await findCachedSource(call, 'project'), userId)),
);

/** Gets a direct member of a group. */
export const getGroupMember = operation(
  GroupMemberServiceDefinition.getGroupMember,
  async ({ user_id: userId }, call: Call<MembersDeps>) =>
    present(call, await findDirect(call.deps, await findCachedSource(call, 'group'), userId)),
);

/** Gets a member of a project, direct or inherited. */
export const getProjectMemberInherited = operation(
  ProjectMemberServiceDefinition.getProjectMemberInherited,
  async ({ user_id: userId }, call: Call<MembersDeps>) =>
    present(call, await findInherited(call.deps, await findCachedSource(call, 'project'), userId)),
);

/** Gets a member of a group, direct or inherited. */
export const getGroupMemberInherited = operation(
  GroupMemberServiceDefinition.getGroupMemberInherited,
  async ({ user_id: userId }, call: Call<MembersDeps>) =>
    present(call, await findInherited(call.deps, await findCachedSource(call, 'group'), userId)),
);

async function present({ deps }: Call<MembersDeps>, row: MemberRow | null | undefined): Promise<ResponseOf<Member>> {
  const [member] = row ? await presentMembers(deps, [row]) : [];
  if (!member) throw new NotFoundError();
  return member;
}
