/** Filter and order of group lists. */
import { OWNER } from '@forgemesh/access';
import type { ListGroupsRequest } from '@forgemesh/proto/projects/v1/group';
import type { QueryFilter, SortOrder } from 'mongoose';
import { openKeys, type Viewer } from '#access';
import { attributeConditions, type NamespaceDocument } from '#namespaces';
import type { GroupFilterDeps, GroupListsDeps } from './deps';

/** Parameters of group lists. */
export type GroupListRequest = Partial<Omit<ListGroupsRequest, 'page' | 'per_page' | 'skip_groups'>> & {
  skip_groups?: number[] | undefined;
};

type Filter = QueryFilter<NamespaceDocument>;

/** The order of a list. Ties are ordered by age, oldest first. */
export function orderOf({ order_by: orderBy = 'name', sort = 'asc' }: GroupListRequest): Record<string, SortOrder> {
  const direction = sort === 'asc' ? 1 : -1;
  return orderBy === 'id' ? { _id: direction } : { [`${orderBy}_lower`]: direction, _id: 1 };
}

/** The filter of a list of groups. */
export async function filterOf(
  deps: GroupFilterDeps,
  viewer: Viewer,
  request: GroupListRequest,
  { allAvailable }: { allAvailable: boolean },
): Promise<Filter> {
  const keys = await keysOf(deps, viewer, request, allAvailable);
  const conditions = [
    await deps.namespaces.searchFilter(request.search),
    request.skip_groups?.length ? { _id: { $nin: request.skip_groups } } : {},
    ...(viewer.admin ? (attributeConditions(request.custom_attributes ?? {}) as Filter[]) : []),
  ].filter((condition) => Object.keys(condition).length > 0);
  return {
    kind: 'group',
    deleting_at: { $exists: false },
    ...(keys && { access_keys: { $in: keys } }),
    ...(conditions.length > 0 && { $and: conditions }),
  };
}

/** Access keys of which a group must have at least one; undefined for all groups. */
async function keysOf(
  deps: Pick<GroupListsDeps, 'levels' | 'authorization'>,
  viewer: Viewer,
  request: GroupListRequest,
  allAvailable: boolean,
): Promise<string[] | undefined> {
  const held = await deps.levels.viewerKeys(viewer);
  const minLevel = Math.max(request.owned ? OWNER : 0, request.min_access_level ?? 0);
  if (minLevel > 0) return [...held].filter(([, level]) => level >= minLevel).map(([key]) => key);
  if (viewer.admin && allAvailable) return undefined;
  const ancestorIds = held.size > 0 ? await deps.authorization.findAncestorGroupIds(held) : [];
  const isOpen = allAvailable || viewer.id === null;
  return [...held.keys(), ...ancestorIds.map((id) => `n:${id}`), ...(isOpen ? openKeys(viewer) : [])];
}
