import { OWNER } from '@forgemesh/access';
import { MemberDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/member_directory';
import { internalOperation } from '../../operation';
import type { Projects } from '../../deps';
import { notExpired, type MembershipDocument } from '../../groups/members/membership.model';

/** Summarizes a user's memberships, read from the database. */
export const getMembershipSummary = internalOperation(
  MemberDirectoryServiceDefinition.getMembershipSummary,
  async ({ user_id: userId, level_only: isLevelOnly }, { deps }) => {
    const rows = await rowsOf(deps, { user_id: userId });
    return {
      highest_level: Math.max(0, ...rows.map(({ access_level: level }) => level)),
      sole_owned_group_ids: isLevelOnly ? [] : await withoutOtherOwners(deps, userId, rows.filter(isOwnerOfGroup)),
    };
  },
);

/**
 * Ids of the groups that a user is the only owner of. Groups that are being removed are left out.
 */
export async function findSoleOwnedGroups(deps: Projects, userId: number): Promise<number[]> {
  const owned = await rowsOf(deps, { user_id: userId, source_kind: 'group', access_level: OWNER });
  return withoutOtherOwners(deps, userId, owned);
}

function isOwnerOfGroup({ source_kind: kind, access_level: level }: MembershipDocument): boolean {
  return kind === 'group' && level === OWNER;
}

async function withoutOtherOwners(
  deps: Projects,
  userId: number,
  owned: readonly MembershipDocument[],
): Promise<number[]> {
  if (owned.length === 0) return [];
  const others = await rowsOf(deps, {
    source: { $in: owned.map(({ source }) => source) },
    user_id: { $ne: userId },
    access_level: OWNER,
  });
  const shared = new Set(others.map(({ source }) => source));
  const alone = owned.filter(({ source }) => !shared.has(source)).map(({ source_id: id }) => id);
  const groups = await deps.namespaces.model
    .find({ _id: { $in: alone }, deleting_at: { $exists: false } }, { _id: 1 })
    .lean();
  return groups.map(({ _id: id }) => id);
}

function rowsOf({ memberships }: Projects, filter: object): Promise<MembershipDocument[]> {
  return memberships.model.find({ ...filter, ...notExpired() }).lean<MembershipDocument[]>();
}
