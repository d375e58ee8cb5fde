import { operation, type Call } from '@forgemesh/rpc';
import { MergeRequestApprovalRuleServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_request_approval_rule';
import { findRule } from '#project-rules';
import { assertNotGenerated, authorizeOverride, changeRequestRules, ensureRequestApprovals } from '#requests';
import type { RequestRulesDeps } from '../deps';

/** Deletes a rule of a merge request. */
export const deleteMergeRequestApprovalRule = operation(
  MergeRequestApprovalRuleServiceDefinition.deleteMergeRequestApprovalRule,
  async (request, call: Call<RequestRulesDeps>) => {
    const summary = await authorizeOverride(call, request.merge_request_iid);
    assertNotGenerated(await ensureRequestApprovals(call.deps, summary), request.approval_rule_id);
    await changeRequestRules(call, summary, (rules) => {
      const { id } = findRule(rules, request.approval_rule_id);
      return rules.filter((rule) => rule.id !== id);
    });
    return {};
  },
);
