import { pageRows } from '@forgemesh/data';
import { MergeRequestApprovalRuleServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_request_approval_rule';
import { operation } from '../../operation';
import { fetchSummary, ensureRequestApprovals } from '../../requests/request-approvals';
import { presentRequestRules } from '../present-request-rules';

/** Lists the rules of a merge request. */
export const listMergeRequestApprovalRules = operation(
  MergeRequestApprovalRuleServiceDefinition.listMergeRequestApprovalRules,
  async (request, call) => {
    const summary = await fetchSummary(call, call.resource('id').id, request.merge_request_iid);
    const { rules } = await ensureRequestApprovals(call.deps, summary);
    return { rules: await presentRequestRules(call, summary, pageRows(call, rules, request)) };
  },
);
