/** One page of milestones: shared by the lists of projects and groups. */
import { listPage, type PageRequest } from '@forgemesh/data';
import type { ResponseOf, Parameters, Call } from '@forgemesh/rpc';
import type { ListMilestonesResponse, MilestoneFilter } from '@forgemesh/proto/collaboration/v1/milestone';
import { allOf, type Condition } from '#queries';
import { type LabelScope, labelsInScope, ownScope } from '#planning/labels';
import { presentMilestones } from './milestone.entity';
import type { MilestonesDeps } from './deps';

type MilestoneListRequest = PageRequest & { filter?: Partial<Parameters<MilestoneFilter>> | undefined };

/** Reads and presents a page of the milestones of a scope, newest first. */
export async function listMilestonePage(
  call: Call<MilestonesDeps>,
  request: MilestoneListRequest,
  scope: LabelScope,
): Promise<ResponseOf<ListMilestonesResponse>> {
  const { iids = [], state, title, search, include_parent_milestones: withParents } = request.filter ?? {};
  const filter = allOf([
    labelsInScope(withParents ? scope : ownScope(scope)) as Condition,
    iids.length > 0 ? { iid: { $in: iids } } : {},
    state === undefined || state === 'all' ? {} : { state },
    title === undefined ? {} : { title },
    (await call.deps.planning.milestones.searchFilter(search)) as Condition,
  ]);
  const {
    lists: { milestones: kept },
  } = call.deps;
  const milestones = await listPage(call, { model: kept.model, filter, sort: { _id: -1 }, request, caches: kept });
  return { milestones: await presentMilestones(call.deps, milestones) };
}
