/** One page of the projects that the caller may see, for all project lists. */
import { listRange, type PageRequest } from '@forgemesh/data';
import type { Call, ResponseOf } from '@forgemesh/rpc';
import type { ListProjectsResponse } from '@forgemesh/proto/projects/v1/project';
import type { QueryFilter } from 'mongoose';
import { viewerOf } from '#access';
import { listFields, type ProjectDocument } from '#projects/model';
import { readView } from '#projects/presentation';
import { assertPaging, combineFilters, filterOf, orderOf, type ProjectListRequest } from './list-filter';
import type { ProjectListsDeps } from './deps';

/** Reads and presents a page. `within` restricts the list; for `groupIds` see `filterOf`. */
export async function listVisible(
  deps: ProjectListsDeps,
  call: Call<unknown>,
  request: ProjectListRequest & PageRequest,
  within: QueryFilter<ProjectDocument> = {},
  groupIds?: readonly number[],
): Promise<ResponseOf<ListProjectsResponse>> {
  assertPaging(request);
  const viewer = viewerOf(call);
  const visible = await filterOf(deps, viewer, request, groupIds);
  const projects = await listRange(call, deps.projectLists, {
    filter: combineFilters(within, visible),
    sort: orderOf(request, viewer),
    request,
    projection: listFields,
  });
  return { projects: await deps.projectPresenter.presentProjectPage(projects, readView(call, request)) };
}
