/** Presents rules of merge requests, each with the project's rule that it was copied from. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { MergeRequestSummary } from '@forgemesh/proto/collaboration/v1/merge_request_summary';
import type {
  ApprovalStateRule,
  MergeRequestApprovalRule,
} from '@forgemesh/proto/approvals/v1/merge_request_approval_rule';
import type { ApprovalsCall } from '../operation';
import { findRule } from '../project-rules/present-project-rules';
import { judge, type RuleState } from '../rules/arithmetic';
import type { StoredRule } from '../rules/rule';
import { presentProjectRule, presentRequestRule, readRuleView, type RuleView } from '../rules/rule.entity';
import { eligibleBy, readStanding } from '../rules/standing';
import { loadCachedApprovalContext, type RequestSituation } from '../requests/situation';

/** Some rules of a merge request. */
export async function presentRequestRules(
  call: ApprovalsCall,
  facts: MergeRequestSummary,
  rules: readonly StoredRule[],
): Promise<ResponseOf<MergeRequestApprovalRule>[]> {
  const situation = await loadCachedApprovalContext(call, facts);
  const { states } = judge({ ...situation, rules });
  return (await presentStateRules(call, situation, states)).map(
    ({ approved: _approved, approved_by: _approvedBy, ...rule }) => rule,
  );
}

/** One of some rules. Throws NotFoundError. */
export async function answerRequestRule(
  call: ApprovalsCall,
  facts: MergeRequestSummary,
  { rules, id }: { rules: readonly StoredRule[]; id: number },
): Promise<ResponseOf<MergeRequestApprovalRule>> {
  const [answer] = await presentRequestRules(call, facts, [findRule(rules, id)]);
  return answer as ResponseOf<MergeRequestApprovalRule>;
}

/** Rules with how far they are met. */
export async function presentStateRules(
  call: ApprovalsCall,
  { project, standing }: RequestSituation,
  states: readonly RuleState[],
): Promise<ResponseOf<ApprovalStateRule>[]> {
  const sourceIds = new Set(states.map(({ rule }) => rule.source_rule_id));
  const sources = project.rules.filter(({ id }) => sourceIds.has(id));
  const sourceStanding = await readStanding(call.deps, project._id, { rules: sources });
  const people = [...standing.levels.keys(), ...sourceStanding.levels.keys()];
  const view = await readRuleView(call, [...states.map(({ rule }) => rule), ...sources], people);
  return states.map((state) => {
    const source = sources.find(({ id }) => id === state.rule.source_rule_id);
    const presented = source && presentProjectRule(source, view, eligibleBy(source, sourceStanding));
    return presentState(state, view, presented);
  });
}

function presentState(
  { rule, eligible, approved_by: approvedBy, left }: RuleState,
  view: RuleView,
  source: Parameters<typeof presentRequestRule>[2]['source'],
): ResponseOf<ApprovalStateRule> {
  return {
    ...presentRequestRule(rule, view, { eligible, source }),
    approved_by: view.users(approvedBy),
    approved: left === 0,
  };
}
