/** The issues of a milestone: shared by projects and groups. */
import type { PageRequest } from '@forgemesh/data';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { ListIssuesResponse } from '@forgemesh/proto/collaboration/v1/issue';
import { listIssuePage } from '#items/issues';
import type { IssueDocument } from '#items/model';
import { type ReferenceBase } from '#items/shared';
import { type ItemList, restrictList } from '#items/lists';
import type { LabelScope } from '#planning/labels';
import { findMilestone } from '#planning/milestones';
import type { MilestoneItemsDeps } from './deps';

/** Reads and presents a page of the visible issues of a milestone. */
export async function listMilestoneIssues(
  call: Call<MilestoneItemsDeps>,
  request: PageRequest & { milestone_id: number },
  { scope, visible, base }: { scope: LabelScope; visible: ItemList<IssueDocument>; base: ReferenceBase },
): Promise<ResponseOf<ListIssuesResponse>> {
  const { _id: id } = await findMilestone(call.deps, scope, request.milestone_id);
  return listIssuePage(call, request, { list: restrictList(visible, { milestone_id: id }), base });
}
