/** Finds projects by a text. */
import type { Answer, PageRequest } from '@forgemesh/kit';
import type { Project } from '@forgemesh/proto/projects/v1/project';
import type { QueryFilter } from 'mongoose';
import { viewerOf } from '../access/viewer';
import type { ProjectsCall } from '../operation';
import { listRange } from '../paging/list-range';
import { listFields } from '../projects/list-fields';
import { filterOf } from '../projects/list-filter';
import { presentProjects } from '../projects/project.entity';
import type { ProjectDocument } from '../projects/project.model';
import { readView } from '../projects/view';

/** A page of the projects within a place that the caller may see and that the text finds, the newest first. */
export async function findProjects(
  call: ProjectsCall,
  request: PageRequest & { search: string },
  place: object,
): Promise<Answer<Project>[]> {
  const { deps } = call;
  const visible = await filterOf(deps, viewerOf(call), { search: request.search });
  const projects = await listRange(call, deps.projectLists, {
    filter: (Object.keys(place).length > 0 ? { $and: [place, visible] } : visible) as QueryFilter<ProjectDocument>,
    sort: { _id: -1 },
    request,
    projection: listFields,
  });
  return presentProjects(deps, projects, readView(call, { simple: true }));
}
