import { ProjectApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/project_approval';
import { operation } from '../../operation';
import { chooseApprovers } from '../../rules/approver-choice';
import { defaultRule, withDefaultRule } from '../../rules/rule';
import { changeProjectApprovals, projectApprovals } from '../project-approvals';
import { presentProjectApprovals } from '../project-approvals.entity';

/** Sets who approves by the default rule. */
export const updateProjectApprovers = operation(
  ProjectApprovalServiceDefinition.updateProjectApprovers,
  async (request, call) => {
    const { deps } = call;
    const { rules } = await projectApprovals(deps, call.resource('id').id);
    const wanted = { user_ids: request.approver_ids ?? [], group_ids: request.approver_group_ids ?? [] };
    const choose = await chooseApprovers(call, wanted, rules);
    const id = await deps.sequences.next('project_rules');
    const changed = await changeProjectApprovals(call, (current) => {
      const approvers = choose(defaultRule(current.rules) ?? {});
      return { rules: withDefaultRule(current.rules, { id, ...approvers }) };
    });
    return presentProjectApprovals(call, changed);
  },
);
