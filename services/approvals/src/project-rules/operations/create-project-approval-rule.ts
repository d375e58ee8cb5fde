import { ProjectApprovalRuleServiceDefinition } from '@forgemesh/proto/approvals/v1/project_approval_rule';
import { operation } from '../../operation';
import { changeProjectApprovals } from '../../projects/project-approvals';
import { chooseApprovers } from '../../rules/approver-choice';
import { assertFits, newRule } from '../../rules/rule';
import { chooseBranches } from '../branch-choice';
import { answerProjectRule } from '../present-project-rules';

/** Adds a rule to a project. One that names nobody is the default rule. */
export const createProjectApprovalRule = operation(
  ProjectApprovalRuleServiceDefinition.createProjectApprovalRule,
  async (request, call) => {
    const { deps, operationId = null } = call;
    const { user_ids = [], group_ids = [], protected_branch_ids: branches } = request;
    const [choose, branchIds = []] = await Promise.all([
      chooseApprovers(call, { user_ids, group_ids }),
      chooseBranches(call, branches),
    ]);
    const rule = newRule({
      id: await deps.sequences.next('project_rules'),
      name: request.name,
      is_default: user_ids.length === 0 && group_ids.length === 0,
      approvals_required: request.approvals_required,
      ...choose({}),
      protected_branch_ids: branchIds,
      operation_id: operationId,
    });
    let id = rule.id;
    const { rules } = await changeProjectApprovals(call, (current) => {
      const earlier = operationId && current.rules.find(({ operation_id }) => operation_id === operationId);
      if (earlier) id = earlier.id;
      if (earlier) return {};
      assertFits(current.rules, rule);
      return { rules: [...current.rules, rule] };
    });
    return answerProjectRule(call, rules, id);
  },
);
