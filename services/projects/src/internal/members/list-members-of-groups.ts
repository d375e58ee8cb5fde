import { MemberDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/member_directory';
import { internalOperation } from '#operation';
import { sourcesOfKeys } from '#access/access-keys';
import { allAccessKeys } from '#access/group-shares';
import { notExpired, type MembershipDocument } from '#access/memberships/membership.model';

/**
 * Lists the direct members of groups and, on request, the members of groups that they are shared
 * with; read from the database.
 */
export const listMembersOfGroups = internalOperation(
  MemberDirectoryServiceDefinition.listMembersOfGroups,
  async ({ group_ids: groupIds, with_shared: withShared }, { deps }) => {
    const own = groupIds.map((id) => `g:${id}`);
    const sources = sourcesOfKeys(withShared ? await allAccessKeys(deps, own) : own);
    const rows = await deps.memberships.model
      .find({ source: { $in: sources }, ...notExpired() }, { source_id: 1, user_id: 1 })
      .lean<MembershipDocument[]>();
    return { members: rows.map(({ source_id, user_id }) => ({ group_id: source_id, user_id })) };
  },
);
