import { GroupMemberServiceDefinition, ProjectMemberServiceDefinition } from '@forgemesh/proto/projects/v1/member';
import { operation, type Call } from '@forgemesh/rpc';
import { findCachedSource } from '../member-source';
import { listDirect } from '../read-members';
import type { MembersDeps } from '../deps';

/** Lists the direct members of a project. */
export const listProjectMembers = operation(
  ProjectMemberServiceDefinition.listProjectMembers,
  async (request, call: Call<MembersDeps>) => ({
    members: await listDirect(call, await findCachedSource(call, 'project'), request),
  }),
);

/** Lists the direct members of a group. */
export const listGroupMembers = operation(
  GroupMemberServiceDefinition.listGroupMembers,
  async (request, call: Call<MembersDeps>) => ({
    members: await listDirect(call, await findCachedSource(call, 'group'), request),
  }),
);
