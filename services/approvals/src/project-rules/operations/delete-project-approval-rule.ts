import { operation, type Call } from '@forgemesh/rpc';
import { ProjectApprovalRuleServiceDefinition } from '@forgemesh/proto/approvals/v1/project_approval_rule';
import { changeProjectApprovals, loadProjectApprovals } from '#projects';
import { findRule } from '../present-project-rules';
import type { ProjectRulesDeps } from '../deps';

/** Deletes a rule of a project. */
export const deleteProjectApprovalRule = operation(
  ProjectApprovalRuleServiceDefinition.deleteProjectApprovalRule,
  async ({ approval_rule_id: id }, call: Call<ProjectRulesDeps>) => {
    const { rules: before } = await loadProjectApprovals(call.deps, call.resource('id').id);
    findRule(before, id);
    await changeProjectApprovals(call, ({ rules }) => {
      const { id: removed } = findRule(rules, id);
      return { rules: rules.filter((rule) => rule.id !== removed) };
    });
    return {};
  },
);
