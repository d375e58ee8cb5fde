/** Presents rules of the project that a call names. */
import { NotFoundError } from '@forgemesh/errors';
import type { ResponseOf } from '@forgemesh/rpc';
import type { ProjectApprovalRule } from '@forgemesh/proto/approvals/v1/project_approval_rule';
import type { ApprovalsCall } from '../operation';
import type { StoredRule } from '../rules/rule';
import { presentProjectRule, readRuleView } from '../rules/rule.entity';
import { eligibleBy, readStanding } from '../rules/standing';

/** Some rules with those who may approve by them. */
export async function presentProjectRules(
  call: ApprovalsCall,
  rules: readonly StoredRule[],
): Promise<ResponseOf<ProjectApprovalRule>[]> {
  const standing = await readStanding(call.deps, call.resource('id').id, { rules });
  const view = await readRuleView(call, rules, [...standing.levels.keys()]);
  return rules.map((rule) => presentProjectRule(rule, view, eligibleBy(rule, standing)));
}

/** One of some rules. Throws NotFoundError. */
export async function answerProjectRule(
  call: ApprovalsCall,
  rules: readonly StoredRule[],
  id: number,
): Promise<ResponseOf<ProjectApprovalRule>> {
  const [answer] = await presentProjectRules(call, [findRule(rules, id)]);
  return answer as ResponseOf<ProjectApprovalRule>;
}

/** One of some rules by id. Throws NotFoundError. */
export function findRule(rules: readonly StoredRule[], id: number): StoredRule {
  const rule = rules.find((each) => each.id === id);
  if (!rule) throw new NotFoundError();
  return rule;
}
