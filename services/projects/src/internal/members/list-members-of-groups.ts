import { MemberDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/member_directory';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { sourcesOfKeys } from '#access';
import { notExpired, type MembershipDocument } from '#access/memberships';
import type { InternalMembersDeps } from './deps';

/**
 * Lists the direct members of groups and, on request, the members of groups that they are shared
 * with; read from the database.
 */
export const listMembersOfGroups = internalOperation(
  MemberDirectoryServiceDefinition.listMembersOfGroups,
  async ({ group_ids: groupIds, with_shared: withShared }, { deps }: Call<InternalMembersDeps>) => {
    const own = groupIds.map((id) => `g:${id}`);
    const sources = sourcesOfKeys(withShared ? await deps.levels.allAccessKeys(own) : own);
    const rows = await deps.memberships.model
      .find({ source: { $in: sources }, ...notExpired() }, { source_id: 1, user_id: 1 })
      .lean<MembershipDocument[]>();
    return { members: rows.map(({ source_id, user_id }) => ({ group_id: source_id, user_id })) };
  },
);
