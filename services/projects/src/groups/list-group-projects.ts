import { listPage } from '@forgemesh/kit';
import { GroupServiceService } from '@forgemesh/proto/projects/v1/group';
import type { QueryFilter } from 'mongoose';
import { viewerOf } from '../access/viewer';
import { operation } from '../operation';
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
  const own = request.include_subgroups ? { ancestor_ids: groupId } : { namespace_id: groupId };
  const place = request.with_shared ? { $or: [own, { 'shared_groups.group_id': groupId }] } : own;
  const visible = await filterOf(deps, viewerOf(call), request);
  const projects = await listPage(call, {
    model: deps.projects.model,
    filter: { $and: [place, visible] } as QueryFilter<ProjectDocument>,
    sort: orderOf(request),
    request,
    projection: listFields,
  });
  return { projects: await presentProjects(deps, projects, readView(call, { simple: request.simple })) };
});
