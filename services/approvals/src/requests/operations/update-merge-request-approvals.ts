import { operation, type Call } from '@forgemesh/rpc';
import { MergeRequestApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_request_approval';
import { withDefaultRule } from '#rules';
import { presentCurrentApprovals } from '../present-request-approvals';
import { changeRequestRules, authorizeOverride } from '../request-approvals';
import type { RequestApprovalsDeps } from '../deps';

/** Sets the number of approvals that the default rule of a merge request requires. */
export const updateMergeRequestApprovals = operation(
  MergeRequestApprovalServiceDefinition.updateMergeRequestApprovals,
  async ({ merge_request_iid: iid, approvals_required }, call: Call<RequestApprovalsDeps>) => {
    const summary = await authorizeOverride(call, iid);
    const id = await call.deps.sequences.next('request_rules');
    await changeRequestRules(call, summary, (rules) => withDefaultRule(rules, { id, approvals_required }));
    return presentCurrentApprovals(call, summary);
  },
);
