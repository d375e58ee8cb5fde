import {
  MergeRequestApprovalRuleServiceDefinition,
  type CreateMergeRequestApprovalRuleRequest,
} from '@forgemesh/proto/approvals/v1/merge_request_approval_rule';
import type { Parameters } from '@forgemesh/rpc';
import { operation, type ApprovalsCall } from '../../operation';
import { findRule } from '../../project-rules/present-project-rules';
import { projectApprovals } from '../../projects/project-approvals';
import { changeRequestRules, overridable } from '../../requests/request-approvals';
import { chooseApprovers } from '../../rules/approver-choice';
import { assertFits, newRule, replaceRule, type StoredRule } from '../../rules/rule';
import { answerRequestRule } from '../present-request-rules';

/** Adds a rule to a merge request, or takes one of the project over anew. */
export const createMergeRequestApprovalRule = operation(
  MergeRequestApprovalRuleServiceDefinition.createMergeRequestApprovalRule,
  async (request, call) => {
    const facts = await overridable(call, request.merge_request_iid);
    const wanted = await wantedRule(call, request);
    let { id } = wanted;
    const { rules } = await changeRequestRules(call, facts, (before) => {
      const earlier = before.find((rule) => isSame(rule, wanted));
      const rule = { ...wanted, id: earlier?.id ?? wanted.id };
      ({ id } = rule);
      assertFits(before, rule);
      return earlier ? replaceRule(before, rule) : [...before, rule];
    });
    return answerRequestRule(call, facts, { rules, id });
  },
);

async function wantedRule(
  call: ApprovalsCall,
  request: Parameters<CreateMergeRequestApprovalRuleRequest>,
): Promise<StoredRule> {
  const { deps, operationId = null } = call;
  const { approval_project_rule_id: sourceId, approvals_required, user_ids = [], group_ids = [] } = request;
  const own = { approvals_required, operation_id: operationId };
  const id = await deps.sequences.next('request_rules');
  if (sourceId !== undefined) {
    const { rules } = await projectApprovals(deps, call.resource('id').id);
    return { ...findRule(rules, sourceId), ...own, id, source_rule_id: sourceId };
  }
  const choose = await chooseApprovers(call, { user_ids, group_ids });
  const isDefault = user_ids.length === 0 && group_ids.length === 0;
  return newRule({ id, name: request.name, is_default: isDefault, ...own, ...choose({}) });
}

/**
 * Whether a rule is what an earlier try of the same write made, or the copy of the same rule of the
 * project.
 */
function isSame(rule: StoredRule, wanted: StoredRule): boolean {
  const isCopy = wanted.source_rule_id !== null && rule.source_rule_id === wanted.source_rule_id;
  return isCopy || (wanted.operation_id !== null && rule.operation_id === wanted.operation_id);
}
