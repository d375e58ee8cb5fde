/** The merge requests of a milestone: shared by projects and groups. */
import type { PageRequest } from '@forgemesh/data';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { ListMergeRequestsResponse } from '@forgemesh/proto/collaboration/v1/merge_request';
import { type ReferenceBase } from '#items/shared';
import { type ItemList, restrictList } from '#items/lists';
import type { LabelScope } from '#planning/labels';
import { listMergeRequestPage } from '#items/merge-requests';
import type { MergeRequestDocument } from '#items/model';
import { findMilestone } from '#planning/milestones';
import type { MilestoneItemsDeps } from './deps';

/** Reads and presents a page of the visible merge requests of a milestone. */
export async function listMilestoneMergeRequests(
  call: Call<MilestoneItemsDeps>,
  request: PageRequest & { milestone_id: number },
  { scope, visible, base }: { scope: LabelScope; visible: ItemList<MergeRequestDocument>; base: ReferenceBase },
): Promise<ResponseOf<ListMergeRequestsResponse>> {
  const { _id: id } = await findMilestone(call.deps, scope, request.milestone_id);
  return listMergeRequestPage(call, request, { list: restrictList(visible, { milestone_id: id }), base });
}
