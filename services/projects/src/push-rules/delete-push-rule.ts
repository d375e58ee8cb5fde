import { ForgeError } from '@forgemesh/kit';
import { PushRuleServiceService } from '@forgemesh/proto/projects/v1/push_rule';
import { operation } from '../operation';
import { findPushRule } from './find-push-rule';

/** Removes the push rule of a project, if it has one. */
export const deletePushRule = operation(PushRuleServiceService.deletePushRule, async (_request, call) => {
  const { deps, principal, ifUnmodifiedSince } = call;
  const rule = await findPushRule(deps, call.resource('id').id);
  if (!rule) return {};
  if (ifUnmodifiedSince && rule.updated_at > ifUnmodifiedSince) throw new ForgeError('precondition_failed');
  await deps.pushRules.remove(rule, { type: 'projects.push_rule.deleted', actor: principal.id });
  return {};
});
