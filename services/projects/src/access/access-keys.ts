/**
 * Access keys: strings stored on projects and groups that say who may access them, and the keys
 * that a user holds.
 *
 * - `v:public` and `v:internal` admit non-members.
 * - `u:<user>` is the owner of the personal namespace.
 * - `p:<project>` is the project itself and `g:<group>` a group above it.
 * - `s<cap>:<group>` is a group that the project is shared with, or a group above that group. Its
 *   members get at most the cap.
 * - `d:<namespace>` (directly inside this namespace) and `h:<group>` (shared with this group) are
 *   held by nobody. They only describe where a project is.
 *
 * A list of visible objects is one query on these keys. A user's level is the highest level among
 * the matching keys. A share stores the ancestors of its group, so moving a group must rewrite its
 * shares. Expired shares give no key (see `shares/share-expiry`).
 *
 * Sharing a group writes no keys below it. The group stores its shares, and they are applied when
 * keys are compared: a user holds the keys of the groups that are shared with the user's own groups
 * (`memberKeys`), and the members of an object are queried with the keys of the groups that its
 * groups are shared with (`withGroupShares`). Both use memberships only, so shares are not
 * transitive, and groups shared with each other cause no loop.
 */
import { OWNER } from '@forgemesh/access';
import { today } from '#access/memberships';
import type { Visibility } from './visibility';

/** Levels at which a project can be shared with a group. */
export const SHARE_LEVELS = [10, 20, 30, 40] as const;

/** The user whose rights are evaluated. */
export interface Viewer {
  /** Null for anonymous callers. */
  id: number | null;
  admin: boolean;
  external: boolean;
}

/** A group that a project or another group is shared with. */
export interface GroupShare {
  group_id: number;
  /** Ids of the ancestors of that group. */
  ancestor_ids: number[];
  group_access: number;
  /** Day (`YYYY-MM-DD`) on which the share expires; null for never. */
  expires_at: string | null;
}

/** A group that is shared with other groups. */
export interface SharedGroup {
  _id: number;
  shared_groups: readonly GroupShare[];
}

/** Removes shares that have expired. */
export interface ExpiringShares {
  /** Resolves when all shares that are expired today are removed. */
  removeExpired(): Promise<void>;
}

/** Whether a share is not expired today. */
export function isActive({ expires_at: day }: Pick<GroupShare, 'expires_at'>): boolean {
  return day === null || day > today();
}

/** The groups whose members a share admits: the group and its ancestors. */
export function groupsOfShare({ group_id: id, ancestor_ids: ancestorIds }: GroupShare): number[] {
  return [...ancestorIds, id];
}

/** Access keys of a project. */
export function projectKeys(project: {
  _id: number;
  visibility: Visibility;
  namespace_id: number;
  ancestor_ids: number[];
  owner_id?: number;
  shared_groups: GroupShare[];
}): string[] {
  const active = project.shared_groups.filter(isActive);
  const shares = active.flatMap((share) => groupsOfShare(share).map((id) => `s${share.group_access}:${id}`));
  return [
    ...visibilityKeys(project.visibility),
    ...(project.owner_id === undefined ? [] : [`u:${project.owner_id}`]),
    ...project.ancestor_ids.map((id) => `g:${id}`),
    `p:${project._id}`,
    `d:${project.namespace_id}`,
    ...new Set(shares),
    ...active.map(({ group_id: id }) => `h:${id}`),
  ];
}

/** Access keys of a group. `n:<group>` admits members of anything inside it. */
export function groupKeys(group: { _id: number; visibility: Visibility; ancestor_ids: number[] }): string[] {
  return [
    ...visibilityKeys(group.visibility),
    ...[...group.ancestor_ids, group._id].map((id) => `g:${id}`),
    `n:${group._id}`,
  ];
}

function visibilityKeys(visibility: Visibility): string[] {
  return visibility === 'private' ? [] : [`v:${visibility}`];
}

/** Keys that a viewer holds without any membership. */
export function openKeys({ id, external }: Viewer): string[] {
  return id === null || external ? ['v:public'] : ['v:public', 'v:internal'];
}

/** The fields of a membership that levels are computed from. */
export interface LevelRow {
  source_kind: 'group' | 'project';
  source_id: number;
  access_level: number;
}

/**
 * Keys that a user holds through memberships and through groups shared with the user's groups, with
 * the level of each.
 */
export function memberKeys(
  userId: number,
  rows: readonly LevelRow[],
  sharedGroups: readonly SharedGroup[] = [],
): Map<string, number> {
  const keys = new Map<string, number>([[`u:${userId}`, OWNER]]);
  const own = new Map<number, number>();
  for (const { source_kind: kind, source_id: id, access_level: level } of rows) {
    if (kind === 'project') keys.set(`p:${id}`, level);
    else own.set(id, level);
  }
  for (const [id, level] of withSharedGroups(own, sharedGroups)) {
    keys.set(`g:${id}`, level);
    for (const cap of SHARE_LEVELS) keys.set(`s${cap}:${id}`, Math.min(cap, level));
  }
  return keys;
}

/** Levels by group: from memberships and from shares. */
function withSharedGroups(
  own: ReadonlyMap<number, number>,
  sharedGroups: readonly SharedGroup[],
): ReadonlyMap<number, number> {
  const levels = new Map(own);
  for (const { _id: id, shared_groups: shares } of sharedGroups) {
    for (const share of shares.filter(isActive)) {
      const inherited = Math.max(...groupsOfShare(share).map((groupId) => own.get(groupId) ?? 0));
      const level = Math.min(share.group_access, inherited);
      if (level > (levels.get(id) ?? 0)) levels.set(id, level);
    }
  }
  return levels;
}

/** Level of a holder of some keys on an object with other keys; 0 if no key matches. */
export function levelOf(accessKeys: readonly string[], held: ReadonlyMap<string, number>): number {
  return accessKeys.reduce((highest, key) => Math.max(highest, held.get(key) ?? 0), 0);
}

/**
 * The group whose members a key admits, with the highest level that it gives them; null for other
 * keys.
 */
function groupOfKey(key: string): { id: number; cap: number } | null {
  const [kind = '', id = ''] = key.split(':');
  if (kind === 'g') return { id: Number(id), cap: OWNER };
  return /^s\d+$/.test(kind) ? { id: Number(id), cap: Number(kind.slice(1)) } : null;
}

/** Groups whose members the keys admit. */
export function groupsOfKeys(accessKeys: readonly string[]): number[] {
  return accessKeys.flatMap((key) => groupOfKey(key)?.id ?? []);
}

/** Keys of an object and of the groups that its groups are shared with. */
export function withGroupShares(accessKeys: readonly string[], sharedGroups: readonly SharedGroup[]): string[] {
  const shares = new Map(sharedGroups.map((group) => [group._id, group.shared_groups.filter(isActive)]));
  const added = accessKeys.flatMap((key) => {
    const group = groupOfKey(key);
    return (shares.get(group?.id ?? 0) ?? []).flatMap((share) => {
      const cap = Math.min(share.group_access, group?.cap ?? 0);
      return groupsOfShare(share).map((id) => (cap === OWNER ? `g:${id}` : `s${cap}:${id}`));
    });
  });
  return [...accessKeys, ...added];
}

/** Membership sources that the keys admit, each with the highest level that it gives. */
export function sourceCaps(accessKeys: readonly string[]): Map<string, number> {
  const caps = new Map<string, number>();
  for (const key of accessKeys) {
    const group = groupOfKey(key);
    if (group) caps.set(`group/${group.id}`, Math.max(group.cap, caps.get(`group/${group.id}`) ?? 0));
    else if (key.startsWith('p:')) caps.set(`project/${key.slice('p:'.length)}`, OWNER);
  }
  return caps;
}

/** Membership sources that the keys admit. */
export function sourcesOfKeys(accessKeys: readonly string[]): string[] {
  return [...sourceCaps(accessKeys).keys()];
}
