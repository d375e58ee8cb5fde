import { operation, type Call } from '@forgemesh/rpc';
import { pageRows } from '@forgemesh/data';
import { MergeRequestApprovalRuleServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_request_approval_rule';
import { fetchSummary, loadCachedApprovalContext } from '#requests';
import { presentRequestRules } from '../present-request-rules';
import type { RequestRulesDeps } from '../deps';

/** Lists the rules of a merge request. */
export const listMergeRequestApprovalRules = operation(
  MergeRequestApprovalRuleServiceDefinition.listMergeRequestApprovalRules,
  async (request, call: Call<RequestRulesDeps>) => {
    const summary = await fetchSummary(call, call.resource('id').id, request.merge_request_iid);
    const context = await loadCachedApprovalContext(call, summary);
    const rules = [...context.request.rules, ...context.code_owner_rules];
    return { rules: await presentRequestRules(call, context, pageRows(call, rules, request)) };
  },
);
