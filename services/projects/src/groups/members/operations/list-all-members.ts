import { GroupMemberServiceService, ProjectMemberServiceService } from '@forgemesh/proto/projects/v1/member';
import { operation } from '../../../operation';
import { knownSourceOf } from '../member-source';
import { listInherited } from '../read-members';

/** Lists the members of a project and of the groups above it. */
export const listAllProjectMembers = operation(
  ProjectMemberServiceService.listAllProjectMembers,
  async (request, call) => ({ members: await listInherited(call, await knownSourceOf(call, 'project'), request) }),
);

/** Lists the members of a group and of the groups above it. */
export const listAllGroupMembers = operation(GroupMemberServiceService.listAllGroupMembers, async (request, call) => ({
  members: await listInherited(call, await knownSourceOf(call, 'group'), request),
}));
