import { MergeRequestApprovalRuleServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_request_approval_rule';
import { operation } from '../../operation';
import { findRule } from '../../project-rules/present-project-rules';
import { changeRequestRules, overridable } from '../../requests/request-approvals';

/** Removes a rule of a merge request. */
export const deleteMergeRequestApprovalRule = operation(
  MergeRequestApprovalRuleServiceDefinition.deleteMergeRequestApprovalRule,
  async (request, call) => {
    const facts = await overridable(call, request.merge_request_iid);
    await changeRequestRules(call, facts, (rules) => {
      const { id } = findRule(rules, request.approval_rule_id);
      return rules.filter((rule) => rule.id !== id);
    });
    return {};
  },
);
