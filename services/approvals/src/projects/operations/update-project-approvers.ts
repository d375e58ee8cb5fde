import { operation, type Call } from '@forgemesh/rpc';
import { ProjectApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/project_approval';
import { defaultRule, resolveApprovers, withDefaultRule } from '#rules';
import { changeProjectApprovals, loadProjectApprovals } from '../project-approvals';
import { presentProjectApprovals } from '../project-approvals.entity';
import type { ProjectApprovalsDeps } from '../deps';

/** Sets the approvers of a project's default rule. */
export const updateProjectApprovers = operation(
  ProjectApprovalServiceDefinition.updateProjectApprovers,
  async (request, call: Call<ProjectApprovalsDeps>) => {
    const { deps } = call;
    const { rules } = await loadProjectApprovals(deps, call.resource('id').id);
    const requested = { user_ids: request.approver_ids ?? [], group_ids: request.approver_group_ids ?? [] };
    const applyApprovers = await resolveApprovers(call, requested, rules);
    const id = await deps.sequences.next('project_rules');
    const changed = await changeProjectApprovals(call, (current) => {
      const approvers = applyApprovers(defaultRule(current.rules) ?? {});
      return { rules: withDefaultRule(current.rules, { id, ...approvers }) };
    });
    return presentProjectApprovals(call, changed);
  },
);
