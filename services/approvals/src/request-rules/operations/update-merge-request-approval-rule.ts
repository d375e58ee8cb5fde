import { operation, type Call } from '@forgemesh/rpc';
import { MergeRequestApprovalRuleServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_request_approval_rule';
import { findRule } from '#project-rules';
import { assertNotGenerated, authorizeOverride, changeRequestRules, ensureRequestApprovals } from '#requests';
import { assertNoConflict, replaceRule, resolveApprovers } from '#rules';
import { presentRequestRuleById } from '../present-request-rules';
import type { RequestRulesDeps } from '../deps';

/** Updates a rule of a merge request. */
export const updateMergeRequestApprovalRule = operation(
  MergeRequestApprovalRuleServiceDefinition.updateMergeRequestApprovalRule,
  async (
    { merge_request_iid: iid, approval_rule_id: id, name, approvals_required, ...request },
    call: Call<RequestRulesDeps>,
  ) => {
    const summary = await authorizeOverride(call, iid);
    const approvals = await ensureRequestApprovals(call.deps, summary);
    assertNotGenerated(approvals, id);
    const { rules: before } = approvals;
    const applyApprovers = await resolveApprovers(call, request, [findRule(before, id)]);
    const { rules } = await changeRequestRules(call, summary, (current) => {
      const rule = findRule(current, id);
      const changed = { ...rule, name, approvals_required, ...applyApprovers(rule) };
      assertNoConflict(current, changed);
      return replaceRule(current, changed);
    });
    return presentRequestRuleById(call, summary, { rules, id });
  },
);
