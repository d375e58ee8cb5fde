/** One page of the projects that the caller may see, for all project lists. */
import { listRange, type PageRequest } from '@forgemesh/data';
import type { ResponseOf } from '@forgemesh/rpc';
import type { ListProjectsResponse } from '@forgemesh/proto/projects/v1/project';
import type { QueryFilter } from 'mongoose';
import { viewerOf } from '#access/viewer';
import type { ProjectsCall } from '#operation';
import { listFields } from './list-fields';
import { assertPaging, combineFilters, filterOf, orderOf, type ProjectListRequest } from './list-filter';
import { presentProjectPage } from '../project.entity';
import type { ProjectDocument } from '../project.model';
import { readView } from '../view';

/** Reads and presents a page. `within` restricts the list; for `groupIds` see `filterOf`. */
export async function listVisible(
  call: ProjectsCall,
  request: ProjectListRequest & PageRequest,
  within: QueryFilter<ProjectDocument> = {},
  groupIds?: readonly number[],
): Promise<ResponseOf<ListProjectsResponse>> {
  assertPaging(request);
  const { deps } = call;
  const visible = await filterOf(deps, viewerOf(call), request, groupIds);
  const projects = await listRange(call, deps.projectLists, {
    filter: combineFilters(within, visible),
    sort: orderOf(request),
    request,
    projection: listFields,
  });
  return { projects: await presentProjectPage(deps, projects, readView(call, request)) };
}
