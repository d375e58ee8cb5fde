import { operation, type Call } from '@forgemesh/rpc';
import { MergeRequestApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_request_approval';
import { presentStateRules } from '../present-request-rules';
import { evaluateApprovals } from '#rules';
import { fetchSummary, loadCachedApprovalContext } from '#requests';
import type { RequestRulesDeps } from '../deps';

/** Gets the evaluated rules of a merge request. */
export const getApprovalState = operation(
  MergeRequestApprovalServiceDefinition.getApprovalState,
  async (request, call: Call<RequestRulesDeps>) => {
    const summary = await fetchSummary(call, call.resource('id').id, request.merge_request_iid);
    const context = await loadCachedApprovalContext(call, summary);
    return {
      approval_rules_overwritten: context.request.overwritten,
      rules: await presentStateRules(call, context, evaluateApprovals(context).states),
    };
  },
);
