import { MemberDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/member_directory';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { HOUR_MS } from '@forgemesh/service/durations';
import type { NamespaceDocument } from '#namespaces';
import { notExpired, type MembershipDocument } from '#access/memberships';
import type { InternalMembersDeps } from './deps';

type Group = Pick<NamespaceDocument, '_id' | 'ancestor_ids' | 'two_factor_grace_period' | 'two_factor_required_since'>;
type Row = Pick<MembershipDocument, 'source_id' | 'created_at'>;

/**
 * Gets the time from which groups deny access to a user without two-factor authentication. The
 * requirement of a group applies to members of the group, of its ancestors (who are inherited) and
 * of its subgroups. Members of projects and members through shares are not affected. A grace period
 * starts when both the requirement and the membership exist.
 */
export const getTwoFactorRequirement = internalOperation(
  MemberDirectoryServiceDefinition.getTwoFactorRequirement,
  async ({ user_id: userId }, { deps }: Call<InternalMembersDeps>) => {
    const rows = await deps.memberships.model
      .find({ user_id: userId, source_kind: 'group', ...notExpired() }, { source_id: 1, created_at: 1 })
      .lean<Row[]>();
    const [groups, ancestors] = rows.length === 0 ? [[], new Map<number, number[]>()] : await readGroups(deps, rows);
    const times = groups.map((group) => endOfGrace(group, rows, ancestors));
    return { required_from_ms: times.length === 0 ? 0 : Math.min(...times) };
  },
);

/**
 * The groups whose requirement applies to the memberships, and the ancestors of the groups of the
 * memberships.
 */
async function readGroups(deps: InternalMembersDeps, rows: readonly Row[]): Promise<[Group[], Map<number, number[]>]> {
  const ids = rows.map(({ source_id: id }) => id);
  const own = await deps.namespaces.model.find({ _id: { $in: ids } }, { ancestor_ids: 1 }).lean<Group[]>();
  const ancestors = new Map(own.map(({ _id: id, ancestor_ids: ancestorIds }) => [id, ancestorIds]));
  const found = await deps.namespaces.model
    .find(
      {
        require_two_factor_authentication: true,
        deleting_at: { $exists: false },
        $or: [
          { _id: { $in: [...new Set([...ids, ...[...ancestors.values()].flat()])] } },
          { ancestor_ids: { $in: ids } },
        ],
      },
      { ancestor_ids: 1, two_factor_grace_period: 1, two_factor_required_since: 1 },
    )
    .lean<Group[]>();
  return [await Promise.all(found.map((group) => withSince(deps, group))), ancestors];
}

/** If an earlier release stored the requirement without a date, it starts now. */
async function withSince({ namespaces }: InternalMembersDeps, group: Group): Promise<Group> {
  if (group.two_factor_required_since) return group;
  const since = new Date();
  const changed = await namespaces.mutate(group._id, ({ two_factor_required_since: stored }) =>
    stored ? null : { set: { two_factor_required_since: since } },
  );
  return { ...group, two_factor_required_since: changed?.two_factor_required_since ?? since };
}

/**
 * End of the grace period of a group for a user with the given memberships, in milliseconds since
 * 1970.
 */
function endOfGrace(group: Group, rows: readonly Row[], ancestors: ReadonlyMap<number, number[]>): number {
  const applying = rows.filter(
    ({ source_id: id }) =>
      id === group._id || group.ancestor_ids.includes(id) || (ancestors.get(id) ?? []).includes(group._id),
  );
  const joined = Math.min(...applying.map(({ created_at: at }) => at.getTime()));
  const since = group.two_factor_required_since?.getTime() ?? 0;
  return Math.max(since, joined) + group.two_factor_grace_period * HOUR_MS;
}
