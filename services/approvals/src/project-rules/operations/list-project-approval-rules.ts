import { pageRows } from '@forgemesh/data';
import { ProjectApprovalRuleServiceDefinition } from '@forgemesh/proto/approvals/v1/project_approval_rule';
import { operation } from '#operation';
import { loadProjectApprovals } from '#projects/project-approvals';
import { presentProjectRules } from '../present-project-rules';

/** Lists the rules of a project. */
export const listProjectApprovalRules = operation(
  ProjectApprovalRuleServiceDefinition.listProjectApprovalRules,
  async (request, call) => {
    const { rules } = await loadProjectApprovals(call.deps, call.resource('id').id);
    return { rules: await presentProjectRules(call, pageRows(call, rules, request)) };
  },
);
