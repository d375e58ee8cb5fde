/** Which projects a list shows its caller, and in which order. */
import { ForgeError, searchFilter } from '@forgemesh/kit';
import type { ListProjectsRequest } from '@forgemesh/proto/projects/v1/project';
import type { QueryFilter } from 'mongoose';
import { OWNER_LEVEL, openKeys, type Viewer } from '../access/access-keys';
import { viewerKeys } from '../access/levels';
import { attributeConditions } from '../custom-attributes/custom-attribute';
import type { Projects } from '../service';
import { starredIds } from '../stars/starred-ids';
import type { ProjectDocument } from './project.model';

/** What lists of projects are asked for. */
export type ProjectListRequest = Partial<Omit<ListProjectsRequest, 'page' | 'per_page'>>;

type Filter = QueryFilter<ProjectDocument>;

/** Ids are drawn in the order of creation, so that order is the primary key's. */
const orders: Record<string, string> = {
  id: '_id',
  created_at: '_id',
  name: 'name_lower',
  path: 'path_lower',
  updated_at: 'updated_at',
  last_activity_at: 'last_activity_at',
};

/** The order of a list; the newest of equals comes first. */
export function orderOf({
  order_by: orderBy = 'created_at',
  sort = 'desc',
}: ProjectListRequest): Record<string, 1 | -1> {
  const field = orders[orderBy] ?? '_id';
  const direction = sort === 'asc' ? 1 : -1;
  return field === '_id' ? { _id: direction } : { [field]: direction, _id: -1 };
}

/** Refuses paging by key in another order than the id's. */
export function assertPaging({ pagination, order_by: orderBy }: ProjectListRequest): void {
  if (pagination !== 'keyset' || orderBy === 'id') return;
  throw new ForgeError('method_not_allowed', 'Keyset pagination is not yet available for this type of request', {
    key: 'error',
  });
}

/**
 * The filter of a list. One read of the viewer's stars where they are asked for. `groupIds` are a group that holds all that is asked for,
 * or that it is shared with, and the groups above: who is a member of one of them sees all of it, and a shorter question finds its index.
 */
export async function filterOf(
  deps: Projects,
  viewer: Viewer,
  request: ProjectListRequest,
  groupIds: readonly number[] = [],
): Promise<Filter> {
  const held = await viewerKeys(deps, viewer);
  const conditions: Filter[] = [
    access(viewer, held, request, groupIds),
    idRange(request),
    searchFilter(request.search) as Filter,
    ...(request.with_issues_enabled ? [featureFilter('issues_access_level', viewer, held)] : []),
    ...(request.with_merge_requests_enabled
      ? [
          featureFilter('merge_requests_access_level', viewer, held),
          featureFilter('repository_access_level', viewer, held),
        ]
      : []),
    request.archived === undefined ? {} : { archived: request.archived },
    request.visibility === undefined ? {} : ({ visibility: request.visibility } as Filter),
    request.with_programming_language ? { languages: request.with_programming_language.toLowerCase() } : {},
    flagFilter('repository_checksum_failed', request.repository_checksum_failed),
    flagFilter('wiki_checksum_failed', request.wiki_checksum_failed),
    request.starred ? { _id: { $in: viewer.id === null ? [] : await starredIds(deps, viewer.id) } } : {},
    ...(viewer.admin ? (attributeConditions(request.custom_attributes ?? {}) as Filter[]) : []),
  ].filter((condition) => Object.keys(condition).length > 0);
  return conditions.length > 1 ? ({ $and: conditions } as Filter) : (conditions[0] ?? {});
}

/** The projects that a viewer may read with one of their features, named by the field of its level. */
export async function withFeature(deps: Projects, viewer: Viewer, field: keyof ProjectDocument): Promise<Filter> {
  const held = await viewerKeys(deps, viewer);
  return both(access(viewer, held, {}, []), featureFilter(field, viewer, held));
}

/** Two conditions as one, without an empty one. */
export function both(one: Filter, other: Filter): Filter {
  const conditions = [one, other].filter((condition) => Object.keys(condition).length > 0);
  return conditions.length > 1 ? ({ $and: conditions } as Filter) : (conditions[0] ?? {});
}

/** What the viewer may see, narrowed to what he is a member of where the request asks for it. */
function access(
  viewer: Viewer,
  held: ReadonlyMap<string, number>,
  request: ProjectListRequest,
  groupIds: readonly number[],
): Filter {
  const least = Math.max(request.owned ? OWNER_LEVEL : 0, request.membership ? 1 : 0, request.min_access_level ?? 0);
  if (least > 0) {
    const keys = [...held].filter(([, level]) => level >= least).map(([key]) => key);
    return { access_keys: { $in: keys } };
  }
  const seesAll = viewer.admin || groupIds.some((id) => held.has(`g:${id}`));
  return seesAll ? {} : { access_keys: { $in: [...openKeys(viewer), ...held.keys()] } };
}

function idRange({ id_after: after, id_before: before }: ProjectListRequest): Filter {
  if (after === undefined && before === undefined) return {};
  return { _id: { ...(after !== undefined && { $gt: after }), ...(before !== undefined && { $lt: before }) } };
}

/** A flag that is absent is not set. */
function flagFilter(field: keyof ProjectDocument, wanted: boolean | undefined): Filter {
  return wanted === undefined ? {} : ({ [field]: wanted ? true : { $ne: true } } as Filter);
}

function featureFilter(field: keyof ProjectDocument, viewer: Viewer, held: ReadonlyMap<string, number>): Filter {
  if (viewer.admin) return { [field]: { $ne: 'disabled' } } as Filter;
  const asMember = { [field]: 'private', access_keys: { $in: [...held.keys()] } };
  return { $or: [{ [field]: 'enabled' }, asMember] } as Filter;
}
