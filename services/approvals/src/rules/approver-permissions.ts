/**
 * Permissions of approvers: members of the groups that rules name, and access levels. Loaded for
 * each evaluation, never cached.
 */
import { DEVELOPER, OWNER } from '@forgemesh/access';
import { isCodeOwnerRule, type StoredRule } from './rule';
import type { RulesDeps } from './deps';

/** Permissions at the time of loading. */
export interface ApproverPermissions {
  /**
   * Access levels by user id; administrators count as owners. Users who are not active are missing.
   */
  levels: ReadonlyMap<number, number>;
  /** User ids by group id. */
  members: ReadonlyMap<number, readonly number[]>;
}

/** Users whose permissions to load. */
interface PermissionsQuery {
  rules: readonly StoredRule[];
  user_ids?: readonly number[];
  /** Levels that are already loaded, such as the caller's from the authorization of the request. */
  levels?: ApproverPermissions['levels'] | undefined;
}

/** Loads the permissions of all users named by rules, and of further users. */
export async function loadApproverPermissions(
  deps: RulesDeps,
  projectId: number,
  { rules, user_ids: others = [], levels: given = new Map() }: PermissionsQuery,
): Promise<ApproverPermissions> {
  const members = await loadMembers(deps, rules);
  const userIds = [...new Set([...others, ...rules.flatMap((rule) => namedApprovers(rule, members))])];
  const loaded = await loadLevels(
    deps,
    projectId,
    userIds.filter((id) => !given.has(id)),
  );
  return { members, levels: new Map([...loaded, ...given]) };
}

/** Loads the access levels of users in a project. */
export async function loadLevels(
  { clients }: RulesDeps,
  projectId: number,
  userIds: readonly number[],
): Promise<Map<number, number>> {
  if (userIds.length === 0) return new Map();
  const [{ levels }, { users }] = await Promise.all([
    clients.members.listProjectLevels({ project_id: projectId, user_ids: [...userIds] }),
    clients.users.listUserProfiles({ ids: [...userIds] }),
  ]);
  const asMembers = new Map(levels.map(({ user_id: id, level }) => [id, level]));
  const active = users.filter(({ state }) => state === 'active');
  return new Map(active.map(({ id, admin }) => [id, admin ? OWNER : (asMembers.get(id) ?? 0)]));
}

/** Ids of the users that a rule names directly or through groups, without duplicates. */
export function namedApprovers(
  { user_ids: users, group_ids: groups }: StoredRule,
  members: ApproverPermissions['members'],
): readonly number[] {
  return [...new Set([...users, ...groups.flatMap((id) => members.get(id) ?? [])])];
}

/** Named approvers who have the right to approve in the project. */
export function eligibleApprovers(rule: StoredRule, permissions: ApproverPermissions): number[] {
  return namedApprovers(rule, permissions.members).filter((id) => hasApproverRight([rule], permissions, id));
}

/**
 * Whether a user has the right to approve: active developers of the project, and active direct
 * members of groups that the rules name, who need not be members of the project. Code owners must
 * be developers.
 */
export function hasApproverRight(
  rules: readonly StoredRule[],
  { members, levels }: ApproverPermissions,
  userId: number,
): boolean {
  const level = levels.get(userId);
  if (level === undefined) return false;
  return (
    level >= DEVELOPER || rules.some((rule) => !isCodeOwnerRule(rule) && isMemberOfAny(rule.group_ids, members, userId))
  );
}

/** Whether a user is a direct member of one of the groups. */
export function isMemberOfAny(
  groupIds: readonly number[],
  members: ApproverPermissions['members'],
  userId: number,
): boolean {
  return groupIds.some((id) => members.get(id)?.includes(userId));
}

async function loadMembers({ clients }: RulesDeps, rules: readonly StoredRule[]): Promise<Map<number, number[]>> {
  const groupIds = [...new Set(rules.flatMap(({ group_ids: ids }) => ids))];
  if (groupIds.length === 0) return new Map();
  const { members } = await clients.members.listMembersOfGroups({ group_ids: groupIds, with_shared: false });
  const byGroup = new Map<number, number[]>(groupIds.map((id) => [id, []]));
  for (const { group_id: group, user_id: user } of members) byGroup.get(group)?.push(user);
  return byGroup;
}
