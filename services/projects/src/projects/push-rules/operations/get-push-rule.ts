import { PushRuleServiceDefinition } from '@forgemesh/proto/projects/v1/push_rule';
import { operation, type Call } from '@forgemesh/rpc';
import { findPushRule } from '../find-push-rule';
import { presentPushRule } from '../push-rule.entity';
import type { PushRulesDeps } from '../deps';

/** Gets the push rule of a project; null if there is none. */
export const getPushRule = operation(
  PushRuleServiceDefinition.getPushRule,
  async (_request, call: Call<PushRulesDeps>) => {
    const rule = await findPushRule(call.deps, call.resource('id').id);
    return { push_rule: rule ? presentPushRule(rule, call.context.tier) : null };
  },
);
