import { MergeRequestApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_request_approval';
import { operation } from '#operation';
import { presentStateRules } from '#request-rules/present-request-rules';
import { evaluateApprovals } from '#rules/evaluate-approvals';
import { fetchSummary } from '../request-approvals';
import { loadCachedApprovalContext } from '../approval-context';

/** Gets the evaluated rules of a merge request. */
export const getApprovalState = operation(
  MergeRequestApprovalServiceDefinition.getApprovalState,
  async (request, call) => {
    const summary = await fetchSummary(call, call.resource('id').id, request.merge_request_iid);
    const context = await loadCachedApprovalContext(call, summary);
    return {
      approval_rules_overwritten: context.request.overwritten,
      rules: await presentStateRules(call, context, evaluateApprovals(context).states),
    };
  },
);
