import { internalOperation, type Call } from '@forgemesh/rpc';
import { ApproverDirectoryServiceDefinition } from '@forgemesh/proto/approvals/v1/approver_directory';
import { canApprove, defaultRule, isCodeOwnerRule, namedApprovers } from '#rules';
import { loadApprovalContext } from '#requests';
import type { InternalRequestsDeps } from './deps';

/** Returns the approvers of a merge request. */
export const getRequestApprovers = internalOperation(
  ApproverDirectoryServiceDefinition.getRequestApprovers,
  async ({ project_id, iid }, { deps }: Call<InternalRequestsDeps>) => {
    const summary = await deps.clients.mergeRequests.getMergeRequestSummary({ project_id, iid, as_stored: true });
    const context = await loadApprovalContext(deps, summary);
    const { rules, permissions, request } = context;
    const configured = rules.filter((rule) => !isCodeOwnerRule(rule));
    const named = rules.flatMap((rule) => namedApprovers(rule, permissions.members));
    return {
      user_ids: unique(configured.flatMap(({ user_ids: ids }) => ids)),
      group_ids: unique(configured.flatMap(({ group_ids: ids }) => ids)),
      eligible_ids: unique(named).filter((id) => canApprove(context, id)),
      approvals_before_merge: request.overwritten ? defaultRule(request.rules)?.approvals_required : undefined,
    };
  },
);

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}
