/** The merge requests of a milestone: shared by projects and groups. */
import type { PageRequest } from '@forgemesh/data';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { ListMergeRequestsResponse } from '@forgemesh/proto/collaboration/v1/merge_request';
import { restrictList, type ItemList } from '#items/shared/lists/item-list';
import type { ReferenceBase } from '#items/shared/present-item';
import type { LabelScope } from '#planning/labels/label-scope';
import { listMergeRequestPage } from '#items/merge-requests/list/list-merge-request-page';
import type { MergeRequestDocument } from '#items/model/merge-request.model';
import { findMilestone } from '#planning/milestones/find-milestone';
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
