import { changesOf } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import { PushRuleServiceDefinition } from '@forgemesh/proto/projects/v1/push_rule';
import { operation, type Call } from '@forgemesh/rpc';
import { findPushRule } from '../find-push-rule';
import { presentPushRule } from '../push-rule.entity';
import { pushRuleSettings } from '../push-rule-settings';
import type { PushRulesDeps } from '../deps';

/** Changes the push rule of a project. */
export const updatePushRule = operation(
  PushRuleServiceDefinition.updatePushRule,
  async (request, call: Call<PushRulesDeps>) => {
    const { deps, principal, context } = call;
    const rule = await findPushRule(deps, call.resource('id').id);
    if (!rule) throw new NotFoundError('Push Rule');
    const set = await pushRuleSettings(call, request);
    const changed = await deps.pushRules.mutate(rule._id, (current) => {
      const changes = changesOf(current, set);
      if (Object.keys(changes).length === 0) return null;
      return {
        set: { ...set, updated_at: new Date() },
        events: [{ type: 'projects.push_rule.updated', actor: principal.id, changes }],
      };
    });
    if (!changed) throw new NotFoundError('Push Rule');
    return presentPushRule(changed, context.tier);
  },
);
