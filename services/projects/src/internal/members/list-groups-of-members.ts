import { MemberDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/member_directory';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { notExpired, type MembershipDocument } from '#access/memberships';
import type { InternalMembersDeps } from './deps';

/** Lists the groups that users are direct members of, read from the database. */
export const listGroupsOfMembers = internalOperation(
  MemberDirectoryServiceDefinition.listGroupsOfMembers,
  async ({ user_ids: userIds }, { deps }: Call<InternalMembersDeps>) => {
    const rows = await deps.memberships.model
      .find({ user_id: { $in: userIds }, source_kind: 'group', ...notExpired() }, { source_id: 1, user_id: 1 })
      .lean<MembershipDocument[]>();
    return { members: rows.map(({ source_id, user_id }) => ({ group_id: source_id, user_id })) };
  },
);
