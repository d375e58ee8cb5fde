/**
 * Keys that open a project or group, kept on its document, and the keys that a user holds.
 *
 * `v:public` and `v:internal` open to non-members; `u:<user>` is the owner of the personal namespace; `g:<group>` a group above, and
 * `p:<project>` the project itself; `s<cap>:<group>` a group that the project is shared with (or one above that group), whose members
 * have at most the cap. "All that I may see" is one query on these keys, and a level the highest over those that hit.
 * A share keeps the groups above its group: whoever moves a group must write them anew. One that is over gives no key, see
 * `shares/share-expiry`.
 * Nobody holds the others, which say where a project is: `d:<namespace>` directly inside, `h:<group>` shared with that group.
 */
import { today } from '../members/membership.model';
import type { Visibility } from '../namespaces/namespace.model';

/** Levels at which a project can be shared with a group. */
export const SHARE_LEVELS = [10, 20, 30, 40] as const;
/** Level of the owner of a group or of a personal namespace, and of administrators. */
export const OWNER_LEVEL = 50;

/** Whose rights are asked. */
export interface Viewer {
  /** Null for anonymous callers. */
  id: number | null;
  admin: boolean;
  external: boolean;
}

/** A group that a project is shared with. */
export interface GroupShare {
  group_id: number;
  /** The groups above that group. */
  ancestor_ids: number[];
  group_access: number;
  /** Day (`YYYY-MM-DD`) from which the share does not count any more; null for never. */
  expires_at: string | null;
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
  const active = project.shared_groups.filter(({ expires_at: day }) => day === null || day > today());
  const shares = active.flatMap(({ group_id: groupId, ancestor_ids: above, group_access: cap }) =>
    [...above, groupId].map((id) => `s${cap}:${id}`),
  );
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

/** Keys that a user holds through his memberships, each with its level. */
export function memberKeys(userId: number, rows: readonly LevelRow[]): Map<string, number> {
  const keys = new Map<string, number>([[`u:${userId}`, OWNER_LEVEL]]);
  for (const { source_kind: kind, source_id: id, access_level: level } of rows) {
    if (kind === 'project') keys.set(`p:${id}`, level);
    else {
      keys.set(`g:${id}`, level);
      for (const cap of SHARE_LEVELS) keys.set(`s${cap}:${id}`, Math.min(cap, level));
    }
  }
  return keys;
}

/** Level of whoever holds some keys on what has others; 0 where none hits. */
export function levelOf(accessKeys: readonly string[], held: ReadonlyMap<string, number>): number {
  return accessKeys.reduce((highest, key) => Math.max(highest, held.get(key) ?? 0), 0);
}

/** Sources of memberships that may hit some keys. */
export function sourcesOfKeys(accessKeys: readonly string[]): string[] {
  return accessKeys.flatMap((key) => {
    const [kind = '', id = ''] = key.split(':');
    if (kind === 'p') return [`project/${id}`];
    return kind === 'g' || /^s\d+$/.test(kind) ? [`group/${id}`] : [];
  });
}
