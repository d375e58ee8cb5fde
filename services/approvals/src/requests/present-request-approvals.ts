/** Presents the approvals of a merge request. */
import type { Call, ResponseOf } from '@forgemesh/rpc';
import type { MergeRequestSummary } from '@forgemesh/proto/collaboration/v1/merge_request_summary';
import type { MergeRequestApprovals } from '@forgemesh/proto/approvals/v1/merge_request_approval';
import { presentUser } from '#clients';
import { presentApprovers } from '#projects';
import { canApprove, defaultRule, evaluateApprovals } from '#rules';
import { loadCachedApprovalContext, type RequestApprovalContext } from './approval-context';
import type { RequestApprovalsDeps } from './deps';

/** Presents the current approvals of a merge request. */
export async function presentCurrentApprovals(
  call: Call<RequestApprovalsDeps>,
  summary: MergeRequestSummary,
): Promise<ResponseOf<MergeRequestApprovals>> {
  return presentRequestApprovals(call, summary, await loadCachedApprovalContext(call, summary));
}

/** Presents the approvals of a merge request whose context is loaded. */
export async function presentRequestApprovals(
  call: Call<RequestApprovalsDeps>,
  summary: MergeRequestSummary,
  context: RequestApprovalContext,
): Promise<ResponseOf<MergeRequestApprovals>> {
  const { deps, user } = call;
  const { required, left, approved_by: approvedBy } = evaluateApprovals(context);
  const [users, approvers] = await Promise.all([
    deps.display.users.find(approvedBy),
    presentApprovers(call, defaultRule(context.request.rules)),
  ]);
  const hasApproved = user !== null && context.approver_ids.includes(user.id);
  return {
    ...presentSummary(summary),
    approved: left === 0,
    approvals_required: required,
    approvals_left: left,
    approved_by: approvedBy.flatMap((id) => users.get(id) ?? []).map((user) => ({ user: presentUser(user) })),
    ...approvers,
    user_has_approved: hasApproved,
    user_can_approve: summary.state === 'opened' && user !== null && !hasApproved && canApprove(context, user.id),
  };
}

type PresentedSummary = Pick<
  ResponseOf<MergeRequestApprovals>,
  'id' | 'iid' | 'project_id' | 'title' | 'description' | 'state' | 'created_at' | 'updated_at' | 'merge_status'
>;

function presentSummary(summary: MergeRequestSummary): PresentedSummary {
  const { id, iid, project_id, title, description, state, created_at, updated_at, merge_status } = summary;
  return { id, iid, project_id, title, description: description ?? null, state, created_at, updated_at, merge_status };
}
