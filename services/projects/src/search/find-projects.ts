/** Searches projects. */
import { listRange, type PageRequest } from '@forgemesh/data';
import type { ResponseOf } from '@forgemesh/rpc';
import type { Project } from '@forgemesh/proto/projects/v1/project';
import type { QueryFilter } from 'mongoose';
import { viewerOf } from '#access/viewer';
import type { ProjectsCall } from '#operation';
import { listFields } from '#projects/projects/list/list-fields';
import { combineFilters, filterOf } from '#projects/projects/list/list-filter';
import { presentProjectPage } from '#projects/projects/project.entity';
import type { ProjectDocument } from '#projects/projects/project.model';
import { readView } from '#projects/projects/view';

/**
 * A page of the matching projects in a scope that the caller may see, newest first. For `groupIds`
 * see `filterOf`.
 */
export async function findProjects(
  call: ProjectsCall,
  request: PageRequest & { search: string },
  scope: QueryFilter<ProjectDocument>,
  groupIds?: readonly number[],
): Promise<ResponseOf<Project>[]> {
  const { deps } = call;
  const visible = await filterOf(deps, viewerOf(call), { search: request.search }, groupIds);
  const projects = await listRange(call, deps.projectLists, {
    filter: combineFilters(scope, visible),
    sort: { _id: -1 },
    request,
    projection: listFields,
  });
  return presentProjectPage(deps, projects, readView(call, { simple: true }));
}
