/** Conditions on the eligible approvers of merge requests. */
import type { Call } from '@forgemesh/rpc';
import type { Condition } from '#queries';
import type { MergeRequestChangesDeps } from '../deps';

const NOBODY: Condition = { approver_ids: { $size: 0 }, approver_group_ids: { $size: 0 } };

/**
 * Conditions for requests that all given users may approve, directly or as members of a group;
 * `None` and `Any` match requests without and with approvers.
 */
export async function approverConditions(
  { deps, context }: Call<MergeRequestChangesDeps>,
  approverIds: readonly string[] = [],
): Promise<Condition[]> {
  if (approverIds.length === 0 || context.tier < 1) return [];
  if (approverIds.includes('None')) return [NOBODY];
  if (approverIds.includes('Any')) return [{ $nor: [NOBODY] }];
  const ids = approverIds.map(Number);
  const { members } = await deps.clients.members.listGroupsOfMembers({ user_ids: ids });
  return ids.map((id) => {
    const groupIds = members.filter(({ user_id: member }) => member === id).map(({ group_id: group }) => group);
    if (groupIds.length === 0) return { approver_ids: id };
    return { $or: [{ approver_ids: id }, { approver_group_ids: { $in: groupIds } }] };
  });
}
