import { NotFoundError } from '@forgemesh/errors';
import type { Answer } from '@forgemesh/rpc';
import {
  GroupMemberServiceService,
  ProjectMemberServiceService,
  type Member,
} from '@forgemesh/proto/projects/v1/member';
import { operation, type ProjectsCall } from '../../../operation';
import { presentMembers, type MemberRow } from '../member.entity';
import { knownSourceOf } from '../member-source';
import { findDirect, findInherited } from '../read-members';

/** Gets a direct member of a project. */
export const getProjectMember = operation(
  ProjectMemberServiceService.getProjectMember,
  async ({ user_id: userId }, call) =>
    present(call, await findDirect(call.deps, await knownSourceOf(call, 'project'), userId)),
);

/** Gets a direct member of a group. */
export const getGroupMember = operation(GroupMemberServiceService.getGroupMember, async ({ user_id: userId }, call) =>
  present(call, await findDirect(call.deps, await knownSourceOf(call, 'group'), userId)),
);

/** Gets a member of a project, direct or inherited. */
export const getProjectMemberInherited = operation(
  ProjectMemberServiceService.getProjectMemberInherited,
  async ({ user_id: userId }, call) =>
    present(call, await findInherited(call.deps, await knownSourceOf(call, 'project'), userId)),
);

/** Gets a member of a group, direct or inherited. */
export const getGroupMemberInherited = operation(
  GroupMemberServiceService.getGroupMemberInherited,
  async ({ user_id: userId }, call) =>
    present(call, await findInherited(call.deps, await knownSourceOf(call, 'group'), userId)),
);

async function present({ deps }: ProjectsCall, row: MemberRow | null | undefined): Promise<Answer<Member>> {
  const [member] = row ? await presentMembers(deps, [row]) : [];
  if (!member) throw new NotFoundError();
  return member;
}
