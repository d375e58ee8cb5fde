/** Finds milestones of projects by a text. */
import { listPage, searchFilter, type Answer, type PageRequest } from '@forgemesh/kit';
import type { ListMilestonesResponse } from '@forgemesh/proto/collaboration/v1/milestone';
import { allOf, type Condition } from '../items/item-filter';
import { presentMilestones } from '../milestones/milestone.entity';
import type { CollaborationCall } from '../operation';
import { readableProjects } from '../readable';

/** Reads and presents a page of those within a place, the newest first. */
export async function findMilestones(
  call: CollaborationCall,
  request: PageRequest & { search: string },
  place: Condition,
): Promise<Answer<ListMilestonesResponse>> {
  const { milestoneLists: kept } = call.deps;
  const filter = allOf([place, searchFilter(request.search)]);
  const milestones = await listPage(call, { model: kept.model, filter, sort: { _id: -1 }, request, kept });
  return { milestones: await presentMilestones(call.deps, milestones) };
}

/** Condition on what is of projects whose issues the caller may read, inside a group where one is named. */
export async function readableItems(call: CollaborationCall, groupId?: number): Promise<Condition> {
  const { everything, levels } = await readableProjects(call, 'issues', groupId);
  return { project_id: everything ? { $ne: null } : { $in: [...levels.keys()] } };
}
