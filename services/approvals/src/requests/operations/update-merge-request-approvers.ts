import { operation, type Call } from '@forgemesh/rpc';
import { MergeRequestApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_request_approval';
import { defaultRule, resolveApprovers, withDefaultRule } from '#rules';
import { presentCurrentApprovals } from '../present-request-approvals';
import { changeRequestRules, authorizeOverride, ensureRequestApprovals } from '../request-approvals';
import type { RequestApprovalsDeps } from '../deps';

/** Sets the approvers of a merge request's default rule. */
export const updateMergeRequestApprovers = operation(
  MergeRequestApprovalServiceDefinition.updateMergeRequestApprovers,
  async ({ merge_request_iid: iid, approver_ids = [], approver_group_ids = [] }, call: Call<RequestApprovalsDeps>) => {
    const { deps } = call;
    const summary = await authorizeOverride(call, iid);
    const { rules: before } = await ensureRequestApprovals(deps, summary);
    const applyApprovers = await resolveApprovers(
      call,
      { user_ids: approver_ids, group_ids: approver_group_ids },
      before,
    );
    const id = await deps.sequences.next('request_rules');
    await changeRequestRules(call, summary, (rules) =>
      withDefaultRule(rules, { id, ...applyApprovers(defaultRule(rules) ?? {}) }),
    );
    return presentCurrentApprovals(call, summary);
  },
);
