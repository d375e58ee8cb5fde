import { MergeRequestApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_request_approval';
import { operation } from '../../operation';
import { chooseApprovers } from '../../rules/approver-choice';
import { defaultRule, withDefaultRule } from '../../rules/rule';
import { answerRequestApprovals } from '../present-request-approvals';
import { changeRequestRules, overridable, requestApprovals } from '../request-approvals';

/** Sets who approves a merge request by its default rule. */
export const updateMergeRequestApprovers = operation(
  MergeRequestApprovalServiceDefinition.updateMergeRequestApprovers,
  async ({ merge_request_iid: iid, approver_ids = [], approver_group_ids = [] }, call) => {
    const { deps } = call;
    const facts = await overridable(call, iid);
    const { rules: before } = await requestApprovals(deps, facts);
    const choose = await chooseApprovers(call, { user_ids: approver_ids, group_ids: approver_group_ids }, before);
    const id = await deps.sequences.next('request_rules');
    await changeRequestRules(call, facts, (rules) =>
      withDefaultRule(rules, { id, ...choose(defaultRule(rules) ?? {}) }),
    );
    return answerRequestApprovals(call, iid);
  },
);
