/** Presents rules of merge requests, each with the project rule that it was copied from. */
import type { Call, ResponseOf } from '@forgemesh/rpc';
import type { MergeRequestSummary } from '@forgemesh/proto/collaboration/v1/merge_request_summary';
import type {
  ApprovalStateRule,
  MergeRequestApprovalRule,
} from '@forgemesh/proto/approvals/v1/merge_request_approval_rule';
import { findRule } from '#project-rules';
import {
  eligibleApprovers,
  evaluateApprovals,
  loadApproverPermissions,
  loadRuleView,
  presentProjectRule,
  presentRequestRule,
  type RuleState,
  type RuleView,
  type StoredRule,
} from '#rules';
import { loadCachedApprovalContext, type RequestApprovalContext } from '#requests';
import type { RequestRulesDeps } from './deps';

/** Presents rules of a merge request. */
export async function presentRequestRules(
  call: Call<RequestRulesDeps>,
  context: RequestApprovalContext,
  rules: readonly StoredRule[],
): Promise<ResponseOf<MergeRequestApprovalRule>[]> {
  const { states } = evaluateApprovals({ ...context, rules });
  return (await presentStateRules(call, context, states)).map(
    ({ approved: _approved, approved_by: _approvedBy, ...rule }) => rule,
  );
}

/** Presents the rule with an id. Throws NotFoundError. */
export async function presentRequestRuleById(
  call: Call<RequestRulesDeps>,
  summary: MergeRequestSummary,
  { rules, id }: { rules: readonly StoredRule[]; id: number },
): Promise<ResponseOf<MergeRequestApprovalRule>> {
  const context = await loadCachedApprovalContext(call, summary);
  const [presented] = await presentRequestRules(call, context, [findRule(rules, id)]);
  return presented as ResponseOf<MergeRequestApprovalRule>;
}

/** Presents evaluated rules with their approvals. */
export async function presentStateRules(
  call: Call<RequestRulesDeps>,
  { project, permissions }: RequestApprovalContext,
  states: readonly RuleState[],
): Promise<ResponseOf<ApprovalStateRule>[]> {
  const sourceIds = new Set(states.map(({ rule }) => rule.source_rule_id));
  const sources = project.rules.filter(({ id }) => sourceIds.has(id));
  const sourcePermissions = await loadApproverPermissions(call.deps, project._id, { rules: sources });
  const rules = [...states.map(({ rule }) => rule), ...sources];
  const view = await loadRuleView(call, rules, [permissions, sourcePermissions]);
  return states.map((state) => {
    const source = sources.find(({ id }) => id === state.rule.source_rule_id);
    const presented = source && presentProjectRule(source, view, eligibleApprovers(source, sourcePermissions));
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
