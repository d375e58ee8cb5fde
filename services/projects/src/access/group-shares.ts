/** Reads the shares of groups, in both directions. */
import { groupsOfKeys, withGroupShares, type SharedGroup } from './access-keys';
import type { AccessDeps } from './deps';

/**
 * Shares of the groups that are shared with the given groups or with groups inside them. One
 * indexed read.
 */
export async function groupsSharedWith(deps: AccessDeps, groupIds: readonly number[]): Promise<SharedGroup[]> {
  return groupIds.length === 0 ? [] : deps.findSharedGroups({ shared_with_ids: { $in: [...groupIds] } });
}

/**
 * All keys that admit members to an object: its own keys and those added by group shares. One read
 * by id.
 */
export async function allAccessKeys(deps: AccessDeps, accessKeys: readonly string[]): Promise<string[]> {
  await deps.shareExpiry.removeExpired();
  const groupIds = groupsOfKeys(accessKeys);
  if (groupIds.length === 0) return [...accessKeys];
  const shared = await deps.findSharedGroups({ _id: { $in: groupIds }, shared_with_ids: { $exists: true } });
  return withGroupShares(accessKeys, shared);
}
