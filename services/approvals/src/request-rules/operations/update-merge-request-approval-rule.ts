import { MergeRequestApprovalRuleServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_request_approval_rule';
import { operation } from '../../operation';
import { findRule } from '../../project-rules/present-project-rules';
import { changeRequestRules, overridable, requestApprovals } from '../../requests/request-approvals';
import { chooseApprovers } from '../../rules/approver-choice';
import { assertFits, replaceRule } from '../../rules/rule';
import { answerRequestRule } from '../present-request-rules';

/** Changes a rule of a merge request. */
export const updateMergeRequestApprovalRule = operation(
  MergeRequestApprovalRuleServiceDefinition.updateMergeRequestApprovalRule,
  async ({ merge_request_iid: iid, approval_rule_id: id, name, approvals_required, ...request }, call) => {
    const facts = await overridable(call, iid);
    const { rules: before } = await requestApprovals(call.deps, facts);
    const choose = await chooseApprovers(call, request, [findRule(before, id)]);
    const { rules } = await changeRequestRules(call, facts, (current) => {
      const rule = findRule(current, id);
      const changed = { ...rule, name, approvals_required, ...choose(rule) };
      assertFits(current, changed);
      return replaceRule(current, changed);
    });
    return answerRequestRule(call, facts, { rules, id });
  },
);
