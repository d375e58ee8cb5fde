import { ProjectServiceService } from '@forgemesh/proto/projects/v1/project';
import { viewerOf } from '../access/viewer';
import { operation } from '../operation';
import { listRange } from '../paging/list-range';
import { assertPaging, filterOf, orderOf } from './list-filter';
import { presentProjects } from './project.entity';
import { listFields } from './list-fields';
import { readView } from './view';

/** Lists the projects that the caller may see. */
export const listProjects = operation(ProjectServiceService.listProjects, async (request, call) => {
  assertPaging(request);
  const { deps } = call;
  const projects = await listRange(call, deps.projectLists, {
    filter: await filterOf(deps, viewerOf(call), request),
    sort: orderOf(request),
    request,
    projection: listFields,
  });
  return { projects: await presentProjects(deps, projects, readView(call, { simple: request.simple })) };
});
