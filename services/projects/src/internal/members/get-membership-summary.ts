import { OWNER } from '@forgemesh/access';
import { MemberDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/member_directory';
import { internalOperation, type Call } from '@forgemesh/rpc';
import type { MembershipDocument } from '#access/memberships';
import { membershipsOf, withoutOtherOwners } from '#groups/members';
import type { InternalMembersDeps } from './deps';

/** Summarizes a user's memberships, read from the database. */
export const getMembershipSummary = internalOperation(
  MemberDirectoryServiceDefinition.getMembershipSummary,
  async ({ user_id: userId, level_only: isLevelOnly }, { deps }: Call<InternalMembersDeps>) => {
    const rows = await membershipsOf(deps, { user_id: userId });
    return {
      highest_level: Math.max(0, ...rows.map(({ access_level: level }) => level)),
      sole_owned_group_ids: isLevelOnly ? [] : await withoutOtherOwners(deps, userId, rows.filter(isOwnerOfGroup)),
    };
  },
);

function isOwnerOfGroup({ source_kind: kind, access_level: level }: MembershipDocument): boolean {
  return kind === 'group' && level === OWNER;
}
