import {
  MergeRequestApprovalRuleServiceDefinition,
  type CreateMergeRequestApprovalRuleRequest,
} from '@forgemesh/proto/approvals/v1/merge_request_approval_rule';
import { operation, type Call, type Parameters } from '@forgemesh/rpc';
import { findRule } from '#project-rules';
import { loadProjectApprovals } from '#projects';
import { authorizeOverride, changeRequestRules } from '#requests';
import { assertNoConflict, newRule, replaceRule, resolveApprovers, type StoredRule } from '#rules';
import { presentRequestRuleById } from '../present-request-rules';
import type { RequestRulesDeps } from '../deps';

/** Creates a rule of a merge request, or replaces its copy of a project rule. */
export const createMergeRequestApprovalRule = operation(
  MergeRequestApprovalRuleServiceDefinition.createMergeRequestApprovalRule,
  async (request, call: Call<RequestRulesDeps>) => {
    const summary = await authorizeOverride(call, request.merge_request_iid);
    const added = await buildRule(call, request);
    let { id } = added;
    const { rules } = await changeRequestRules(call, summary, (before) => {
      const earlier = before.find((rule) => isSame(rule, added));
      const rule = { ...added, id: earlier?.id ?? added.id };
      ({ id } = rule);
      assertNoConflict(before, rule);
      return earlier ? replaceRule(before, rule) : [...before, rule];
    });
    return presentRequestRuleById(call, summary, { rules, id });
  },
);

async function buildRule(
  call: Call<RequestRulesDeps>,
  request: Parameters<CreateMergeRequestApprovalRuleRequest>,
): Promise<StoredRule> {
  const { deps, operationId = null } = call;
  const { approval_project_rule_id: sourceId, approvals_required, user_ids = [], group_ids = [] } = request;
  const own = { approvals_required, operation_id: operationId };
  const id = await deps.sequences.next('request_rules');
  if (sourceId !== undefined) {
    const { rules } = await loadProjectApprovals(deps, call.resource('id').id);
    return { ...findRule(rules, sourceId), ...own, id, source_rule_id: sourceId };
  }
  const applyApprovers = await resolveApprovers(call, { user_ids, group_ids });
  const isDefault = user_ids.length === 0 && group_ids.length === 0;
  return newRule({ id, name: request.name, is_default: isDefault, ...own, ...applyApprovers({}) });
}

/**
 * Whether a rule was created by an earlier attempt of the same write, or is a copy of the same
 * project rule.
 */
function isSame(rule: StoredRule, added: StoredRule): boolean {
  const isCopy = added.source_rule_id !== null && rule.source_rule_id === added.source_rule_id;
  return isCopy || (added.operation_id !== null && rule.operation_id === added.operation_id);
}
