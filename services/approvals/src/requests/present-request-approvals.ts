/** The approvals of a merge request as the API shows them. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { MergeRequestSummary } from '@forgemesh/proto/collaboration/v1/merge_request_summary';
import type { MergeRequestApprovals } from '@forgemesh/proto/approvals/v1/merge_request_approval';
import { presentUser } from '../clients/display';
import type { ApprovalsCall } from '../operation';
import { presentApprovers } from '../projects/project-approvals.entity';
import { judge, mayApprove } from '../rules/arithmetic';
import { defaultRule } from '../rules/rule';
import { factsOf } from './request-approvals';
import { loadCachedApprovalContext } from './situation';

/** The approvals of the merge request that a call names. */
export async function answerRequestApprovals(
  call: ApprovalsCall,
  iid: number,
): Promise<ResponseOf<MergeRequestApprovals>> {
  const facts = await factsOf(call, call.resource('id').id, iid);
  const { deps, principal } = call;
  const situation = await loadCachedApprovalContext(call, facts);
  const { required, left, approved_by: approvedBy } = judge(situation);
  const [users, approvers] = await Promise.all([
    deps.display.users.find(approvedBy),
    presentApprovers(call, defaultRule(situation.request.rules)),
  ]);
  const hasApproved = situation.approver_ids.includes(principal.id);
  return {
    ...presentFacts(facts),
    ...{ approved: left === 0, approvals_required: required, approvals_left: left },
    approved_by: approvedBy.flatMap((id) => users.get(id) ?? []).map((user) => ({ user: presentUser(user) })),
    ...approvers,
    user_has_approved: hasApproved,
    user_can_approve: facts.state === 'opened' && !hasApproved && mayApprove(situation, principal.id),
  };
}

type PresentedFacts = Pick<
  ResponseOf<MergeRequestApprovals>,
  'id' | 'iid' | 'project_id' | 'title' | 'description' | 'state' | 'created_at' | 'updated_at' | 'merge_status'
>;

function presentFacts(facts: MergeRequestSummary): PresentedFacts {
  const { id, iid, project_id, title, description, state, created_at, updated_at, merge_status } = facts;
  return { id, iid, project_id, title, description: description ?? null, state, created_at, updated_at, merge_status };
}
