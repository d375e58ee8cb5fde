import { MergeRequestApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_request_approval';
import { operation } from '../../operation';
import { presentStateRules } from '../../request-rules/present-request-rules';
import { judge } from '../../rules/arithmetic';
import { factsOf } from '../request-approvals';
import { loadCachedApprovalContext } from '../situation';

/** Gets the rules of a merge request and how far each is met. */
export const getApprovalState = operation(
  MergeRequestApprovalServiceDefinition.getApprovalState,
  async (request, call) => {
    const facts = await factsOf(call, call.resource('id').id, request.merge_request_iid);
    const situation = await loadCachedApprovalContext(call, facts);
    return {
      approval_rules_overwritten: situation.request.overwritten,
      rules: await presentStateRules(call, situation, judge(situation).states),
    };
  },
);
