/** Presents namespaces with the fields that only group owners see. */
import { OWNER } from '@forgemesh/access';
import type { ResponseOf } from '@forgemesh/rpc';
import type { Namespace } from '@forgemesh/proto/projects/v1/namespace';
import { levelOf, type Viewer } from '#access';
import { notExpired, sourceKey } from '#access/memberships';
import { presentNamespaces } from './namespace.entity';
import type { NamespaceDocument } from './namespace.model';
import type { NamespacesDeps } from './deps';

/**
 * Presents a page of namespaces. Owners of a group also get the number of members of the group and
 * its subgroups.
 */
export async function presentForViewer(
  deps: NamespacesDeps,
  namespaces: NamespaceDocument[],
  viewer: Viewer,
): Promise<ResponseOf<Namespace>[]> {
  const owned = await ownedGroups(deps, namespaces, viewer);
  const [entities, counts] = await Promise.all([presentNamespaces(deps, namespaces), countMembers(deps, owned)]);
  return entities.map((entity) => ({
    ...entity,
    ...(counts.has(entity.id) && { members_count_with_descendants: counts.get(entity.id) }),
  }));
}

async function ownedGroups(
  deps: NamespacesDeps,
  namespaces: NamespaceDocument[],
  viewer: Viewer,
): Promise<NamespaceDocument[]> {
  const groups = namespaces.filter(({ kind }) => kind === 'group');
  if (viewer.admin || viewer.id === null || groups.length === 0) return viewer.admin ? groups : [];
  const held = await deps.levels.loadCachedKeys(viewer.id);
  return groups.filter(({ access_keys: keys }) => levelOf(keys, held) >= OWNER);
}

/** Number of distinct members of each group and its subgroups. Two reads per page. */
async function countMembers(deps: NamespacesDeps, groups: NamespaceDocument[]): Promise<Map<number, number>> {
  if (groups.length === 0) return new Map();
  const ids = groups.map(({ _id }) => _id);
  const inside = await deps.namespaces.model.find({ ancestor_ids: { $in: ids } }, { ancestor_ids: 1 }).lean();
  const sources = [...ids, ...inside.map(({ _id }) => _id)].map((id) => sourceKey('group', id));
  const rows = await deps.memberships.model
    .find({ source: { $in: sources }, ...notExpired() }, { source_id: 1, user_id: 1 })
    .lean();
  const groupsAbove = new Map(inside.map(({ _id, ancestor_ids: ancestorIds }) => [_id, ancestorIds]));
  const users = new Map<number, Set<number>>(ids.map((id) => [id, new Set()]));
  for (const { source_id: id, user_id: userId } of rows) {
    for (const group of [id, ...(groupsAbove.get(id) ?? [])]) users.get(group)?.add(userId);
  }
  return new Map([...users].map(([id, members]) => [id, members.size]));
}
