import { internalOperation, type Call } from '@forgemesh/rpc';
import { MergeApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_approval';
import { evaluateApprovals } from '#rules';
import { loadApprovalContext } from '#requests';
import type { InternalRequestsDeps } from './deps';

/** Returns whether a version of a merge request is approved. */
export const getMergeApproval = internalOperation(
  MergeApprovalServiceDefinition.getMergeApproval,
  async ({ project_id, iid, version, tier }, { deps, user, context }: Call<InternalRequestsDeps>) => {
    // Background work carries no license tier. The rules decide then; lower tiers have no rules.
    const requestTier = tier ?? (user === null ? undefined : context.tier);
    if (requestTier !== undefined && requestTier < 1) return { approved: true, approvals_left: 0 };
    const summary = await deps.clients.mergeRequests.getMergeRequestSummary({ project_id, iid, as_stored: true });
    const { left } = evaluateApprovals(await loadApprovalContext(deps, summary, { version }));
    return { approved: left === 0, approvals_left: left };
  },
);
