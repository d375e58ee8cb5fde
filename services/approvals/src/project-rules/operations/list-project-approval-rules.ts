import { operation, type Call } from '@forgemesh/rpc';
import { pageRows } from '@forgemesh/data';
import { ProjectApprovalRuleServiceDefinition } from '@forgemesh/proto/approvals/v1/project_approval_rule';
import { loadProjectApprovals } from '#projects';
import { presentProjectRules } from '../present-project-rules';
import type { ProjectRulesDeps } from '../deps';

/** Lists the rules of a project. */
export const listProjectApprovalRules = operation(
  ProjectApprovalRuleServiceDefinition.listProjectApprovalRules,
  async (request, call: Call<ProjectRulesDeps>) => {
    const { rules } = await loadProjectApprovals(call.deps, call.resource('id').id);
    return { rules: await presentProjectRules(call, pageRows(call, rules, request)) };
  },
);
