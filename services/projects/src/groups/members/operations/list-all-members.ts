import { GroupMemberServiceDefinition, ProjectMemberServiceDefinition } from '@forgemesh/proto/projects/v1/member';
import { operation, type Call } from '@forgemesh/rpc';
import { findCachedSource } from '../member-source';
import { listInherited } from '../read-members';
import type { MembersDeps } from '../deps';

/** Lists the members of a project and its ancestor groups. */
export const listAllProjectMembers = operation(
  ProjectMemberServiceDefinition.listAllProjectMembers,
  async (request, call: Call<MembersDeps>) => ({
    members: await listInherited(call, await findCachedSource(call, 'project'), request),
  }),
);

/** Lists the members of a group and its ancestor groups. */
export const listAllGroupMembers = operation(
  GroupMemberServiceDefinition.listAllGroupMembers,
  async (request, call: Call<MembersDeps>) => ({
    members: await listInherited(call, await findCachedSource(call, 'group'), request),
  }),
);
