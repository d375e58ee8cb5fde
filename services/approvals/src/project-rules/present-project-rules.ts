/** Presents the rules of a project. */
import { NotFoundError } from '@forgemesh/errors';
import type { Call, ResponseOf } from '@forgemesh/rpc';
import type { ProjectApprovalRule } from '@forgemesh/proto/approvals/v1/project_approval_rule';
import { eligibleApprovers, loadApproverPermissions, loadRuleView, presentProjectRule, type StoredRule } from '#rules';
import type { ProjectRulesDeps } from './deps';

/** Presents rules of the project with their eligible approvers. */
export async function presentProjectRules(
  call: Call<ProjectRulesDeps>,
  rules: readonly StoredRule[],
): Promise<ResponseOf<ProjectApprovalRule>[]> {
  const permissions = await loadApproverPermissions(call.deps, call.resource('id').id, { rules });
  const view = await loadRuleView(call, rules, [permissions]);
  return rules.map((rule) => presentProjectRule(rule, view, eligibleApprovers(rule, permissions)));
}

/** Presents the rule with an id. Throws NotFoundError. */
export async function presentProjectRuleById(
  call: Call<ProjectRulesDeps>,
  rules: readonly StoredRule[],
  id: number,
): Promise<ResponseOf<ProjectApprovalRule>> {
  const [presented] = await presentProjectRules(call, [findRule(rules, id)]);
  return presented as ResponseOf<ProjectApprovalRule>;
}

/** The rule with an id. Throws NotFoundError. */
export function findRule(rules: readonly StoredRule[], id: number): StoredRule {
  const rule = rules.find((each) => each.id === id);
  if (!rule) throw new NotFoundError();
  return rule;
}
