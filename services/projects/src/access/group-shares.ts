/** Reads the shares of groups, in both directions. */
import type { Projects } from '#deps';
import { groupsOfKeys, withGroupShares, type SharedGroup } from './access-keys';

/**
 * Shares of the groups that are shared with the given groups or with groups inside them. One
 * indexed read.
 */
export async function groupsSharedWith(deps: Projects, groupIds: readonly number[]): Promise<SharedGroup[]> {
  return groupIds.length === 0 ? [] : readShared(deps, { shared_with_ids: { $in: [...groupIds] } });
}

/**
 * All keys that admit members to an object: its own keys and those added by group shares. One read
 * by id.
 */
export async function allAccessKeys(deps: Projects, accessKeys: readonly string[]): Promise<string[]> {
  await deps.shareExpiry.removeExpired();
  const groupIds = groupsOfKeys(accessKeys);
  if (groupIds.length === 0) return [...accessKeys];
  const shared = await readShared(deps, { _id: { $in: groupIds }, shared_with_ids: { $exists: true } });
  return withGroupShares(accessKeys, shared);
}

function readShared({ namespaces }: Projects, filter: object): Promise<SharedGroup[]> {
  return namespaces.model
    .find({ ...filter, deleting_at: { $exists: false } }, { shared_groups: 1 })
    .lean<SharedGroup[]>();
}
