import { PushRuleServiceDefinition } from '@forgemesh/proto/projects/v1/push_rule';
import { operation, type Call } from '@forgemesh/rpc';
import { findPushRule } from '../find-push-rule';
import type { PushRulesDeps } from '../deps';

/** Removes the push rule of a project, if it has one. */
export const deletePushRule = operation(
  PushRuleServiceDefinition.deletePushRule,
  async (_request, call: Call<PushRulesDeps>) => {
    const { deps, principal } = call;
    const rule = await findPushRule(deps, call.resource('id').id);
    if (!rule) return {};
    call.assertUnmodified(rule.updated_at);
    await deps.pushRules.remove(rule, { type: 'projects.push_rule.deleted', actor: principal.id });
    return {};
  },
);
