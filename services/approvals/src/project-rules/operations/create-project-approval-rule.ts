import { operation, type Call } from '@forgemesh/rpc';
import { ProjectApprovalRuleServiceDefinition } from '@forgemesh/proto/approvals/v1/project_approval_rule';
import { changeProjectApprovals } from '#projects';
import { assertNoConflict, newRule, resolveApprovers } from '#rules';
import { resolveProtectedBranches } from '../resolve-protected-branches';
import { presentProjectRuleById } from '../present-project-rules';
import type { ProjectRulesDeps } from '../deps';

/** Creates a rule in a project. A rule without users and groups is the default rule. */
export const createProjectApprovalRule = operation(
  ProjectApprovalRuleServiceDefinition.createProjectApprovalRule,
  async (request, call: Call<ProjectRulesDeps>) => {
    const { deps, operationId = null } = call;
    const { user_ids = [], group_ids = [], protected_branch_ids: branches } = request;
    const [applyApprovers, branchIds = []] = await Promise.all([
      resolveApprovers(call, { user_ids, group_ids }),
      resolveProtectedBranches(call, branches),
    ]);
    const rule = newRule({
      id: await deps.sequences.next('project_rules'),
      name: request.name,
      is_default: user_ids.length === 0 && group_ids.length === 0,
      approvals_required: request.approvals_required,
      ...applyApprovers({}),
      protected_branch_ids: branchIds,
      operation_id: operationId,
    });
    let id = rule.id;
    const { rules } = await changeProjectApprovals(call, (current) => {
      const earlier = operationId && current.rules.find(({ operation_id }) => operation_id === operationId);
      if (earlier) id = earlier.id;
      if (earlier) return {};
      assertNoConflict(current.rules, rule);
      return { rules: [...current.rules, rule] };
    });
    return presentProjectRuleById(call, rules, id);
  },
);
