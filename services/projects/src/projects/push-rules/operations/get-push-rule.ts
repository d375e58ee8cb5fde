import { PushRuleServiceDefinition } from '@forgemesh/proto/projects/v1/push_rule';
import { operation } from '#operation';
import { findPushRule } from '../find-push-rule';
import { presentPushRule } from '../push-rule.entity';

/** Gets the push rule of a project; null if there is none. */
export const getPushRule = operation(PushRuleServiceDefinition.getPushRule, async (_request, call) => {
  const rule = await findPushRule(call.deps, call.resource('id').id);
  return { push_rule: rule ? presentPushRule(rule, call.context.tier) : null };
});
