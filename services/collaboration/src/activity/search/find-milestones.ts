/** Finds milestones of projects by text. */
import { listPage, listRange, type PageRequest } from '@forgemesh/data';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { ListMilestonesResponse } from '@forgemesh/proto/collaboration/v1/milestone';
import type { QueryFilter } from 'mongoose';
import { allOf, type Condition } from '#queries';
import { type ItemList, itemsOfMany } from '#items/lists';
import { listedItem as projection } from '#items/model';
import { type MilestoneDocument, presentMilestones } from '#planning/milestones';
import type { SearchDeps } from './deps';

type SearchRequest = PageRequest & { search: string };

/**
 * Finds milestones of the projects whose issues or merge requests the caller may read, optionally
 * only those inside a group; newest first.
 */
export async function findMilestonesOfMany(
  call: Call<SearchDeps>,
  request: SearchRequest,
  groupId?: number,
): Promise<ResponseOf<ListMilestonesResponse>> {
  const { milestones: populated } = call.deps.queries.populated;
  const visible = { feature: 'planning' as const, populated, open: () => ({}), fields: {}, isOpen: () => true };
  // Group milestones are not searched.
  const conditions = [{ project_id: { $ne: null } }, await searchCondition(call, request)];
  return findMilestones(call, request, await itemsOfMany<MilestoneDocument>(call, groupId, visible, conditions));
}

/** Finds milestones of the project named by the call. */
export async function findMilestonesOfProject(
  call: Call<SearchDeps>,
  request: SearchRequest,
): Promise<ResponseOf<ListMilestonesResponse>> {
  const scope = { project_id: call.resource('id').id };
  return findMilestones(call, request, { scope, filter: allOf([scope, await searchCondition(call, request)]) });
}

async function searchCondition({ deps }: Call<SearchDeps>, { search }: SearchRequest): Promise<Condition> {
  return (await deps.planning.milestones.searchFilter(search)) as Condition;
}

async function findMilestones(
  call: Call<SearchDeps>,
  request: PageRequest,
  list: ItemList<MilestoneDocument>,
): Promise<ResponseOf<ListMilestonesResponse>> {
  const {
    lists: { milestones: kept },
  } = call.deps;
  const filter = list.filter as QueryFilter<MilestoneDocument>;
  const query = { filter, sort: { _id: -1 as const }, request, projection };
  const milestones = await (list.check
    ? listRange(call, kept, { ...query, check: list.check })
    : listPage(call, { ...query, model: kept.model, caches: kept }));
  return { milestones: await presentMilestones(call.deps, milestones) };
}
