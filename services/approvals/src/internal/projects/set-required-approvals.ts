import { internalOperation, type Call } from '@forgemesh/rpc';
import { RequiredApprovalsServiceDefinition } from '@forgemesh/proto/approvals/v1/required_approvals';
import { defaultRule } from '#rules';
import { changeApprovalsOf, withRequiredApprovals } from '#projects';
import type { InternalProjectsDeps } from './deps';

/** Sets how many approvals the default rule of a project requires. */
export const setRequiredApprovals = internalOperation(
  RequiredApprovalsServiceDefinition.setRequiredApprovals,
  async ({ project_id: id, user_id: actor, approvals_required: required }, { deps }: Call<InternalProjectsDeps>) => {
    const { rules, version } = await changeApprovalsOf(
      deps,
      { id, actor },
      await withRequiredApprovals(deps, required),
    );
    return { approvals_before_merge: defaultRule(rules)?.approvals_required ?? 0, version };
  },
);
