import { MergeApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_approval';
import { internalOperation } from '../../operation';
import { judge } from '../../rules/arithmetic';
import { readSituation } from '../../requests/situation';

/** Tells whether one version of a merge request is approved. */
export const getMergeApproval = internalOperation(
  MergeApprovalServiceDefinition.getMergeApproval,
  async ({ project_id, iid, version, tier }, { deps, user, context }) => {
    // Work that no request started carries no tier; then the rules decide, of which a lower licence
    // has none.
    const askedUnder = tier ?? (user === null ? undefined : context.tier);
    if (askedUnder !== undefined && askedUnder < 1) return { approved: true, approvals_left: 0 };
    const facts = await deps.clients.mergeRequests.getMergeRequestSummary({ project_id, iid, as_stored: true });
    const { left } = judge(await readSituation(deps, facts, { version }));
    return { approved: left === 0, approvals_left: left };
  },
);
