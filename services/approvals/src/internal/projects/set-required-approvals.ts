import { RequiredApprovalsServiceDefinition } from '@forgemesh/proto/approvals/v1/required_approvals';
import { internalOperation } from '#operation';
import { defaultRule } from '#rules/rule';
import { changeApprovalsOf, withRequiredApprovals } from '#projects/project-approvals';

/** Sets how many approvals the default rule of a project requires. */
export const setRequiredApprovals = internalOperation(
  RequiredApprovalsServiceDefinition.setRequiredApprovals,
  async ({ project_id: id, user_id: actor, approvals_required: required }, { deps }) => {
    const { rules, version } = await changeApprovalsOf(
      deps,
      { id, actor },
      await withRequiredApprovals(deps, required),
    );
    return { approvals_before_merge: defaultRule(rules)?.approvals_required ?? 0, version };
  },
);
