/** Filter and order of project lists. */
import { minMemberLevel, OWNER } from '@forgemesh/access';
import { ForgeError } from '@forgemesh/errors';
import type { ListProjectsRequest } from '@forgemesh/proto/projects/v1/project';
import type { QueryFilter } from 'mongoose';
import { openKeys, type Viewer } from '#access';
import { labelFilter } from '#access/external-authorization';
import { attributeConditions } from '#namespaces';
import type { Feature, ProjectDocument } from '#projects/model';
import type { ProjectListsDeps } from './deps';

/** Parameters of project lists. */
export type ProjectListRequest = Partial<Omit<ListProjectsRequest, 'page' | 'per_page'>>;

/** A filter of projects. */
export type ProjectFilter = QueryFilter<ProjectDocument>;

/**
 * Ids are assigned in order of creation, so the order by creation date is that of the primary key.
 */
const orders: Record<string, string> = {
  id: '_id',
  created_at: '_id',
  name: 'name_lower',
  path: 'path_lower',
  updated_at: 'updated_at',
  last_activity_at: 'last_activity_at',
};

/** Orders of administrators. */
const administratorOrders: Record<string, string> = { ...orders, repository_size: 'statistics.repository_size' };

/** The order of a list. Ties are ordered by age, newest first. */
export function orderOf(
  { order_by: orderBy = 'created_at', sort = 'desc' }: ProjectListRequest,
  { admin }: Pick<Viewer, 'admin'>,
): Record<string, 1 | -1> {
  const field = (admin ? administratorOrders : orders)[orderBy] ?? '_id';
  const direction = sort === 'asc' ? 1 : -1;
  return field === '_id' ? { _id: direction } : { [field]: direction, _id: -1 };
}

/** Throws if keyset pagination is requested with an order other than by id. */
export function assertPaging({ pagination, order_by: orderBy }: ProjectListRequest): void {
  if (pagination !== 'keyset' || orderBy === 'id') return;
  throw new ForgeError('method_not_allowed', 'Keyset pagination is not yet available for this type of request', {
    key: 'error',
  });
}

/**
 * The filter of a list. Reads the viewer's stars if the request filters by them.
 *
 * `groupIds` are a group that contains all requested projects, or that they are shared with, and
 * its ancestors. Members of one of these groups may see all of them, which allows a simpler,
 * indexed query.
 */
export async function filterOf(
  deps: ProjectListsDeps,
  viewer: Viewer,
  request: ProjectListRequest,
  groupIds: readonly number[] = [],
): Promise<ProjectFilter> {
  const held = await deps.levels.viewerKeys(viewer);
  const conditions: ProjectFilter[] = [
    accessFilter(viewer, held, request, groupIds),
    await labelFilter(deps, viewer),
    idRange(request),
    await deps.projects.searchFilter(request.search),
    ...(request.with_issues_enabled ? [featureFilter('issues', viewer, held)] : []),
    ...(request.with_merge_requests_enabled
      ? [featureFilter('merge_requests', viewer, held), featureFilter('repository', viewer, held)]
      : []),
    request.archived === undefined ? {} : { archived: request.archived },
    request.visibility === undefined ? {} : ({ visibility: request.visibility } as ProjectFilter),
    ...(request.with_programming_language
      ? [{ languages: request.with_programming_language.toLowerCase() }, codeFilter(viewer, held)]
      : []),
    flagFilter('repository_checksum_failed', request.repository_checksum_failed),
    flagFilter('wiki_checksum_failed', request.wiki_checksum_failed),
    request.starred ? { _id: { $in: viewer.id === null ? [] : await deps.findStarredIds(viewer.id) } } : {},
    viewer.admin && request.repository_storage !== undefined ? { storage: request.repository_storage } : {},
    ...(viewer.admin ? (attributeConditions(request.custom_attributes ?? {}) as ProjectFilter[]) : []),
  ].filter((condition) => Object.keys(condition).length > 0);
  return conditions.length > 1 ? ({ $and: conditions } as ProjectFilter) : (conditions[0] ?? {});
}

/** The projects that a viewer may read and use the given feature of. */
export async function withFeature(deps: ProjectListsDeps, viewer: Viewer, feature: Feature): Promise<ProjectFilter> {
  const held = await deps.levels.viewerKeys(viewer);
  const readable = combineFilters(accessFilter(viewer, held, {}, []), await labelFilter(deps, viewer));
  return combineFilters(readable, featureFilter(feature, viewer, held));
}

/** Combines two filters; empty ones are left out. */
export function combineFilters(one: ProjectFilter, other: ProjectFilter): ProjectFilter {
  const conditions = [one, other].filter((condition) => Object.keys(condition).length > 0);
  return conditions.length > 1 ? ({ $and: conditions } as ProjectFilter) : (conditions[0] ?? {});
}

/** The projects that the viewer may see, restricted by the membership parameters of the request. */
function accessFilter(
  viewer: Viewer,
  held: ReadonlyMap<string, number>,
  request: ProjectListRequest,
  groupIds: readonly number[],
): ProjectFilter {
  const minLevel = Math.max(request.owned ? OWNER : 0, request.membership ? 1 : 0, request.min_access_level ?? 0);
  if (minLevel > 0) {
    return { access_keys: { $in: keysFrom(minLevel, held) } };
  }
  const canSeeAll = viewer.admin || groupIds.some((id) => held.has(`g:${id}`));
  return canSeeAll ? {} : { access_keys: { $in: [...openKeys(viewer), ...held.keys()] } };
}

function idRange({ id_after: after, id_before: before }: ProjectListRequest): ProjectFilter {
  if (after === undefined && before === undefined) return {};
  return { _id: { ...(after !== undefined && { $gt: after }), ...(before !== undefined && { $lt: before }) } };
}

/** An absent flag counts as false. */
function flagFilter(field: keyof ProjectDocument, required: boolean | undefined): ProjectFilter {
  return required === undefined ? {} : ({ [field]: required ? true : { $ne: true } } as ProjectFilter);
}

/** The filter equivalent of `isFeatureAvailable`. */
function featureFilter(feature: Feature, viewer: Viewer, held: ReadonlyMap<string, number>): ProjectFilter {
  const field = `${feature}_access_level`;
  if (viewer.admin) return { [field]: { $ne: 'disabled' } } as ProjectFilter;
  const asMember = { [field]: 'private', access_keys: { $in: keysFrom(minMemberLevel(feature), held) } };
  return { $or: [{ [field]: 'enabled' }, asMember] } as ProjectFilter;
}

/** The filter equivalent of `canReadFeature` for the repository. */
function codeFilter(viewer: Viewer, held: ReadonlyMap<string, number>): ProjectFilter {
  const byFeature = featureFilter('repository', viewer, held);
  if (viewer.admin) return byFeature;
  const keys = [...openKeys(viewer), ...keysFrom(minMemberLevel('repository'), held)];
  return combineFilters(byFeature, { access_keys: { $in: keys } });
}

/** The keys that are held with at least the given level. */
function keysFrom(minLevel: number, held: ReadonlyMap<string, number>): string[] {
  return [...held].filter(([, level]) => level >= minLevel).map(([key]) => key);
}
