/** One page of the projects that the caller may see: what all lists of projects share. */
import type { Answer, PageRequest } from '@forgemesh/kit';
import type { ListProjectsResponse } from '@forgemesh/proto/projects/v1/project';
import type { QueryFilter } from 'mongoose';
import { viewerOf } from '../access/viewer';
import type { ProjectsCall } from '../operation';
import { listRange } from '../paging/list-range';
import { listFields } from './list-fields';
import { assertPaging, filterOf, orderOf, type ProjectListRequest } from './list-filter';
import { presentProjects } from './project.entity';
import type { ProjectDocument } from './project.model';
import { readView } from './view';

/** Reads and presents a page; `within` narrows the list to some projects. */
export async function listVisible(
  call: ProjectsCall,
  request: ProjectListRequest & PageRequest,
  within?: QueryFilter<ProjectDocument>,
): Promise<Answer<ListProjectsResponse>> {
  assertPaging(request);
  const { deps } = call;
  const visible = await filterOf(deps, viewerOf(call), request);
  const projects = await listRange(call, deps.projectLists, {
    filter: within ? ({ $and: [within, visible] } as QueryFilter<ProjectDocument>) : visible,
    sort: orderOf(request),
    request,
    projection: listFields,
  });
  return { projects: await presentProjects(deps, projects, readView(call, request)) };
}
