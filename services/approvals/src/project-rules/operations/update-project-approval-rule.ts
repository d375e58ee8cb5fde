import { ProjectApprovalRuleServiceDefinition } from '@forgemesh/proto/approvals/v1/project_approval_rule';
import { operation } from '../../operation';
import { changeProjectApprovals, projectApprovals } from '../../projects/project-approvals';
import { chooseApprovers } from '../../rules/approver-choice';
import { assertFits, replaceRule } from '../../rules/rule';
import { chooseBranches } from '../branch-choice';
import { answerProjectRule, findRule } from '../present-project-rules';

/** Changes a rule of a project. */
export const updateProjectApprovalRule = operation(
  ProjectApprovalRuleServiceDefinition.updateProjectApprovalRule,
  async ({ approval_rule_id: id, name, approvals_required, ...request }, call) => {
    const { rules: before } = await projectApprovals(call.deps, call.resource('id').id);
    const [choose, branchIds] = await Promise.all([
      chooseApprovers(call, request, [findRule(before, id)]),
      chooseBranches(call, request.protected_branch_ids),
    ]);
    const { rules } = await changeProjectApprovals(call, (current) => {
      const rule = findRule(current.rules, id);
      const changed = { ...rule, name, approvals_required, ...choose(rule) };
      assertFits(current.rules, changed);
      const protectedBranchIds = branchIds ?? rule.protected_branch_ids;
      return { rules: replaceRule(current.rules, { ...changed, protected_branch_ids: protectedBranchIds }) };
    });
    return answerProjectRule(call, rules, id);
  },
);
