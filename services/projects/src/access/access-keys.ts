/**
 * Keys that open a project or group, kept on its document, and the keys that a user holds.
 *
 * `v:public` and `v:internal` open to non-members; `u:<user>` is the owner of the personal
 * namespace; `g:<group>` a group above, and `p:<project>` the project itself; `s<cap>:<group>` a
 * group that the project is shared with (or one above that group), whose members have at most the
 * cap. "All that I may see" is one query on these keys, and a level the highest over those that
 * hit. A share keeps the groups above its group: whoever moves a group must write them anew. One
 * that is over gives no key, see `shares/share-expiry`. Sharing a group writes no keys below it.
 * The group stores its shares, and they are applied when keys are compared: a user holds the keys
 * of the groups shared with the user's own groups (`memberKeys`), and members of an object are
 * looked up with the keys of the groups that its groups are shared with (`withGroupShares`). Both
 * use memberships only, so a share is not passed on to a third group and groups shared with each
 * other end after one step. Nobody holds the others, which say where a project is: `d:<namespace>`
 * directly inside, `h:<group>` shared with that group.
 */
import { OWNER } from '@forgemesh/access';
import { today } from '../groups/members/membership.model';
import type { Visibility } from './visibility';

/** Levels at which a project can be shared with a group. */
export const SHARE_LEVELS = [10, 20, 30, 40] as const;

/** Whose rights are asked. */
export interface Viewer {
  /** Null for anonymous callers. */
  id: number | null;
  admin: boolean;
  external: boolean;
}

/** A group that a project or another group is shared with. */
export interface GroupShare {
  group_id: number;
  /** The groups above that group. */
  ancestor_ids: number[];
  group_access: number;
  /** Day (`YYYY-MM-DD`) from which the share does not count any more; null for never. */
  expires_at: string | null;
}

/** A group that is shared with other groups. */
export interface SharedGroup {
  _id: number;
  shared_groups: readonly GroupShare[];
}

/** Whether a share counts today. */
export function isActive({ expires_at: day }: Pick<GroupShare, 'expires_at'>): boolean {
  return day === null || day > today();
}

/** A group that a share opens something to, and the groups above it, whose members it inherits. */
export function groupsOfShare({ group_id: id, ancestor_ids: above }: GroupShare): number[] {
  return [...above, id];
}

/** Keys that open a project. */
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

/** Keys that open a group. `n:<group>` opens it to members of something inside. */
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

/** Keys with which a viewer reads as a non-member. */
export function openKeys({ id, external }: Viewer): string[] {
  return id === null || external ? ['v:public'] : ['v:public', 'v:internal'];
}

/** A row of the memberships as far as levels go. */
export interface LevelRow {
  source_kind: 'group' | 'project';
  source_id: number;
  access_level: number;
}

/**
 * Keys that a user holds through memberships and through groups shared with the user's groups, each
 * with its level.
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

/** Levels by group: those of memberships, and those that shares give to them. */
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

/** Level of whoever holds some keys on what has others; 0 where none hits. */
export function levelOf(accessKeys: readonly string[], held: ReadonlyMap<string, number>): number {
  return accessKeys.reduce((highest, key) => Math.max(highest, held.get(key) ?? 0), 0);
}

/**
 * A group whose members a key admits, with the highest level that it gives them; null for other
 * keys.
 */
function groupOfKey(key: string): { id: number; cap: number } | null {
  const [kind = '', id = ''] = key.split(':');
  if (kind === 'g') return { id: Number(id), cap: OWNER };
  return /^s\d+$/.test(kind) ? { id: Number(id), cap: Number(kind.slice(1)) } : null;
}

/** Groups whose members some keys admit. */
export function groupsOfKeys(accessKeys: readonly string[]): number[] {
  return accessKeys.flatMap((key) => groupOfKey(key)?.id ?? []);
}

/** Keys of an object together with those of the groups that its groups are shared with. */
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

/** Sources of memberships that may hit some keys, each with the highest level that it gives. */
export function sourceCaps(accessKeys: readonly string[]): Map<string, number> {
  const caps = new Map<string, number>();
  for (const key of accessKeys) {
    const group = groupOfKey(key);
    if (group) caps.set(`group/${group.id}`, Math.max(group.cap, caps.get(`group/${group.id}`) ?? 0));
    else if (key.startsWith('p:')) caps.set(`project/${key.slice('p:'.length)}`, OWNER);
  }
  return caps;
}

/** Sources of memberships that may hit some keys. */
export function sourcesOfKeys(accessKeys: readonly string[]): string[] {
  return [...sourceCaps(accessKeys).keys()];
}
