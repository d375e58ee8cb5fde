import { GroupMemberServiceService, ProjectMemberServiceService } from '@forgemesh/proto/projects/v1/member';
import { operation } from '../../../operation';
import { knownSourceOf } from '../member-source';
import { listDirect } from '../read-members';

/** Lists the direct members of a project. */
export const listProjectMembers = operation(ProjectMemberServiceService.listProjectMembers, async (request, call) => ({
  members: await listDirect(call, await knownSourceOf(call, 'project'), request),
}));

/** Lists the direct members of a group. */
export const listGroupMembers = operation(GroupMemberServiceService.listGroupMembers, async (request, call) => ({
  members: await listDirect(call, await knownSourceOf(call, 'group'), request),
}));
