/**
 * What decides about approvers: who is in the groups that rules name, and who has which level.
 * Asked anew each time.
 */
import { DEVELOPER, OWNER } from '@forgemesh/access';
import type { Approvals } from '../deps';
import type { StoredRule } from './rule';

/** Rights at one moment. */
export interface Standing {
  /**
   * Levels of the users who were asked for, those of administrators included; who may not act has
   * none.
   */
  levels: ReadonlyMap<number, number>;
  /** Users by group. */
  members: ReadonlyMap<number, readonly number[]>;
}

/** Whose rights are asked for. */
interface StandingQuestion {
  rules: readonly StoredRule[];
  user_ids?: readonly number[];
  /** Levels that need not be asked for: those of a caller came with his request. */
  known?: Standing['levels'] | undefined;
}

/** Rights of everybody whom rules name, and of some others. */
export async function readStanding(
  deps: Approvals,
  projectId: number,
  { rules, user_ids: others = [], known = new Map() }: StandingQuestion,
): Promise<Standing> {
  const members = await readMembers(deps, rules);
  const userIds = [...new Set([...others, ...rules.flatMap((rule) => namedBy(rule, members))])];
  const asked = await readLevels(
    deps,
    projectId,
    userIds.filter((id) => !known.has(id)),
  );
  return { members, levels: new Map([...asked, ...known]) };
}

/** Levels of some users on a project. */
export async function readLevels(
  { clients }: Approvals,
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

/** Users whom a rule names, each once. */
export function namedBy(
  { user_ids: users, group_ids: groups }: StoredRule,
  members: Standing['members'],
): readonly number[] {
  return [...new Set([...users, ...groups.flatMap((id) => members.get(id) ?? [])])];
}

/** Those of them who may approve in the project at all. */
export function eligibleBy(rule: StoredRule, { members, levels }: Standing): number[] {
  return namedBy(rule, members).filter((id) => (levels.get(id) ?? 0) >= DEVELOPER);
}

async function readMembers({ clients }: Approvals, rules: readonly StoredRule[]): Promise<Map<number, number[]>> {
  const groupIds = [...new Set(rules.flatMap(({ group_ids: ids }) => ids))];
  if (groupIds.length === 0) return new Map();
  const { members } = await clients.members.listMembersOfGroups({ group_ids: groupIds, with_shared: false });
  const byGroup = new Map<number, number[]>(groupIds.map((id) => [id, []]));
  for (const { group_id: group, user_id: user } of members) byGroup.get(group)?.push(user);
  return byGroup;
}
