import { isDuplicateKey } from '@forgemesh/data';
import { ForgeError } from '@forgemesh/errors';
import { PushRuleServiceDefinition } from '@forgemesh/proto/projects/v1/push_rule';
import { operation, type Call } from '@forgemesh/rpc';
import { presentPushRule } from '../push-rule.entity';
import { noRule, type PushRuleDocument, type PushRuleSettings } from '../push-rule.model';
import { pushRuleSettings } from '../push-rule-settings';
import type { PushRulesDeps } from '../deps';

/** Creates the push rule of a project. */
export const createPushRule = operation(
  PushRuleServiceDefinition.createPushRule,
  async (request, call: Call<PushRulesDeps>) => {
    const { deps, operationId, context } = call;
    const set = await pushRuleSettings(call, request);
    const rule = (await deps.pushRules.findByOperation(operationId ?? '')) ?? (await addRule(call, set));
    return presentPushRule(rule, context.tier);
  },
);

async function addRule(call: Call<PushRulesDeps>, set: Partial<PushRuleSettings>): Promise<PushRuleDocument> {
  const { deps, principal, operationId } = call;
  const now = new Date();
  try {
    return await deps.pushRules.insert(
      {
        _id: await deps.pushRules.nextId(),
        project_id: call.resource('id').id,
        ...noRule,
        ...set,
        created_at: now,
        updated_at: now,
        ...(operationId !== undefined && { operation_id: operationId }),
      },
      [{ type: 'projects.push_rule.created', actor: principal.id }],
    );
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new ForgeError('unprocessable', 'Project push rule exists', { key: 'error', cause: error });
  }
}
