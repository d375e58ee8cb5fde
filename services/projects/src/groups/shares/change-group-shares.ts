/** Changes the groups that a group is shared with. */
import type { Change } from '@forgemesh/data';
import { groupsOfShare } from '#access';
import type { GroupLink, NamespaceDocument } from '#namespaces';

/** The change that replaces the shares of a group and updates its access data in the same write. */
export function changeGroupShares(
  group: NamespaceDocument,
  shares: GroupLink[],
  actor: number | null,
): Change<NamespaceDocument> {
  const { shared_groups: before = [] } = group;
  return {
    ...(shares.length > 0
      ? { set: { ...shareFields(shares), updated_at: new Date() } }
      : { set: { updated_at: new Date() }, update: { $unset: { shared_groups: 1, shared_with_ids: 1 } } }),
    events: [
      {
        type: 'projects.group.updated',
        actor,
        changes: { shared_with_groups: { from: before.map(summarize), to: shares.map(summarize) } },
      },
    ],
  };
}

function shareFields(shares: GroupLink[]): Pick<NamespaceDocument, 'shared_groups' | 'shared_with_ids'> {
  return { shared_groups: shares, shared_with_ids: [...new Set(shares.flatMap(groupsOfShare))] };
}

function summarize({
  group_id,
  group_access,
  expires_at,
}: GroupLink): Pick<GroupLink, 'group_id' | 'group_access' | 'expires_at'> {
  return { group_id, group_access, expires_at };
}
