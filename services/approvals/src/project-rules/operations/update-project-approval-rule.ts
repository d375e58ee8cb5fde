import { operation, type Call } from '@forgemesh/rpc';
import { ProjectApprovalRuleServiceDefinition } from '@forgemesh/proto/approvals/v1/project_approval_rule';
import { changeProjectApprovals, loadProjectApprovals } from '#projects';
import { assertNoConflict, replaceRule, resolveApprovers } from '#rules';
import { resolveProtectedBranches } from '../resolve-protected-branches';
import { presentProjectRuleById, findRule } from '../present-project-rules';
import type { ProjectRulesDeps } from '../deps';

/** Updates a rule of a project. */
export const updateProjectApprovalRule = operation(
  ProjectApprovalRuleServiceDefinition.updateProjectApprovalRule,
  async ({ approval_rule_id: id, name, approvals_required, ...request }, call: Call<ProjectRulesDeps>) => {
    const { rules: before } = await loadProjectApprovals(call.deps, call.resource('id').id);
    const [applyApprovers, branchIds] = await Promise.all([
      resolveApprovers(call, request, [findRule(before, id)]),
      resolveProtectedBranches(call, request.protected_branch_ids),
    ]);
    const { rules } = await changeProjectApprovals(call, (current) => {
      const rule = findRule(current.rules, id);
      const changed = { ...rule, name, approvals_required, ...applyApprovers(rule) };
      assertNoConflict(current.rules, changed);
      const protectedBranchIds = branchIds ?? rule.protected_branch_ids;
      return { rules: replaceRule(current.rules, { ...changed, protected_branch_ids: protectedBranchIds }) };
    });
    return presentProjectRuleById(call, rules, id);
  },
);
