import { MergeRequestApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_request_approval';
import { operation } from '../../operation';
import { withDefaultRule } from '../../rules/rule';
import { answerRequestApprovals } from '../present-request-approvals';
import { changeRequestRules, overridable } from '../request-approvals';

/** Sets how many approvals the default rule of a merge request requires. */
export const updateMergeRequestApprovals = operation(
  MergeRequestApprovalServiceDefinition.updateMergeRequestApprovals,
  async ({ merge_request_iid: iid, approvals_required }, call) => {
    const facts = await overridable(call, iid);
    const id = await call.deps.sequences.next('request_rules');
    await changeRequestRules(call, facts, (rules) => withDefaultRule(rules, { id, approvals_required }));
    return answerRequestApprovals(call, iid);
  },
);
