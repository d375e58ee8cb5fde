import { MemberDirectoryServiceService } from '@forgemesh/proto/projects/v1/member_directory';
import { internalOperation } from '../operation';
import { notExpired, sourceKey, type MembershipDocument } from './membership.model';

/** Tells the direct members of some groups, read anew. */
export const listMembersOfGroups = internalOperation(
  MemberDirectoryServiceService.listMembersOfGroups,
  async ({ group_ids: groupIds }, { deps }) => {
    const rows = await deps.memberships.model
      .find(
        { source: { $in: groupIds.map((id) => sourceKey('group', id)) }, ...notExpired() },
        { source_id: 1, user_id: 1 },
      )
      .lean<MembershipDocument[]>();
    return { members: rows.map(({ source_id, user_id }) => ({ group_id: source_id, user_id })) };
  },
);
