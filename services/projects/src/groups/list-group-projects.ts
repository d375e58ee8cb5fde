import { GroupServiceService } from '@forgemesh/proto/projects/v1/group';
import type { QueryFilter } from 'mongoose';
import { viewerOf } from '../access/viewer';
import { operation } from '../operation';
import { listRange } from '../paging/list-range';
import { listFields } from '../projects/list-fields';
import { assertPaging, filterOf, orderOf } from '../projects/list-filter';
import { presentProjects } from '../projects/project.entity';
import type { ProjectDocument } from '../projects/project.model';
import { readView } from '../projects/view';

/** Lists the projects of a group, those shared with it, and on demand those of the groups inside. */
export const listGroupProjects = operation(GroupServiceService.listGroupProjects, async (request, call) => {
  assertPaging(request);
  const { deps } = call;
  const groupId = call.resource('id').id;
  const places = [
    request.include_subgroups ? `g:${groupId}` : `d:${groupId}`,
    ...(request.with_shared ? [`h:${groupId}`] : []),
  ];
  const visible = await filterOf(deps, viewerOf(call), request);
  const projects = await listRange(call, deps.projectLists, {
    filter: { $and: [{ access_keys: { $in: places } }, visible] } as QueryFilter<ProjectDocument>,
    sort: orderOf(request),
    request,
    projection: listFields,
  });
  return { projects: await presentProjects(deps, projects, readView(call, { simple: request.simple })) };
});
