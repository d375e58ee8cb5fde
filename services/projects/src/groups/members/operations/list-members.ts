import { GroupMemberServiceDefinition, ProjectMemberServiceDefinition } from '@forgemesh/proto/projects/v1/member';
import { operation } from '#operation';
import { findCachedSource } from '../member-source';
import { listDirect } from '../read-members';

/** Lists the direct members of a project. */
export const listProjectMembers = operation(
  ProjectMemberServiceDefinition.listProjectMembers,
  async (request, call) => ({
    members: await listDirect(call, await findCachedSource(call, 'project'), request),
  }),
);

/** Lists the direct members of a group. */
export const listGroupMembers = operation(GroupMemberServiceDefinition.listGroupMembers, async (request, call) => ({
  members: await listDirect(call, await findCachedSource(call, 'group'), request),
}));
