import { ApproverDirectoryServiceDefinition } from '@forgemesh/proto/approvals/v1/approver_directory';
import { internalOperation } from '../../operation';
import { mayApprove } from '../../rules/arithmetic';
import { defaultRule } from '../../rules/rule';
import { namedBy } from '../../rules/standing';
import { readSituation } from '../../requests/situation';

/** Tells who is asked to approve a merge request. */
export const getRequestApprovers = internalOperation(
  ApproverDirectoryServiceDefinition.getRequestApprovers,
  async ({ project_id, iid }, { deps }) => {
    const facts = await deps.clients.mergeRequests.getMergeRequestSummary({ project_id, iid, as_stored: true });
    const situation = await readSituation(deps, facts);
    const { rules, standing, request } = situation;
    const named = rules.flatMap((rule) => namedBy(rule, standing.members));
    return {
      user_ids: unique(rules.flatMap(({ user_ids: ids }) => ids)),
      group_ids: unique(rules.flatMap(({ group_ids: ids }) => ids)),
      eligible_ids: unique(named).filter((id) => mayApprove(situation, id)),
      approvals_before_merge: request.overwritten ? defaultRule(request.rules)?.approvals_required : undefined,
    };
  },
);

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}
