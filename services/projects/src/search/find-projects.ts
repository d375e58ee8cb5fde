/** Searches projects. */
import { listRange, type PageRequest } from '@forgemesh/data';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { Project } from '@forgemesh/proto/projects/v1/project';
import type { QueryFilter } from 'mongoose';
import { viewerOf } from '#access';
import { listFields, type ProjectDocument } from '#projects/model';
import { combineFilters } from '#projects/lists';
import { readView } from '#projects/presentation';
import type { SearchDeps } from './deps';

/**
 * A page of the matching projects in a scope that the caller may see, newest first. For `groupIds`
 * see `filterOf`.
 */
export async function findProjects(
  call: Call<SearchDeps>,
  request: PageRequest & { search: string },
  scope: QueryFilter<ProjectDocument>,
  groupIds?: readonly number[],
): Promise<ResponseOf<Project>[]> {
  const { deps } = call;
  const visible = await deps.visibleProjects.filter(viewerOf(call), { search: request.search }, groupIds);
  const projects = await listRange(call, deps.projectLists, {
    filter: combineFilters(scope, visible),
    sort: { _id: -1 },
    request,
    projection: listFields,
  });
  return deps.projectPresenter.presentProjectPage(projects, readView(call, { simple: true }));
}
