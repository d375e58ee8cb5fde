import { operation, type Call } from '@forgemesh/rpc';
import { randomBytes } from 'node:crypto';
import { TriggerServiceDefinition } from '@forgemesh/proto/repository/v1/trigger';
import { presentTrigger } from '../trigger.entity';
import type { TriggersDeps } from '../deps';

const TOKEN_BYTES = 20;

/** Creates a trigger with a random token. */
export const createTrigger = operation(
  TriggerServiceDefinition.createTrigger,
  async ({ description }, call: Call<TriggersDeps>) => {
    const { triggers, triggerBox, triggerDigests } = call.deps;
    const token = randomBytes(TOKEN_BYTES).toString('hex');
    const now = new Date();
    const trigger = await triggers.insert(
      {
        _id: await triggers.nextId(),
        project_id: call.resource().id,
        owner_id: call.principal.id,
        description,
        token: triggerBox.seal(token),
        token_digest: triggerDigests(token)[0] ?? '',
        created_at: now,
        updated_at: now,
        last_used: null,
        operation_id: call.operationId,
      },
      [{ type: 'repository.trigger.created', actor: call.principal.id }],
    );
    return presentTrigger(call, trigger);
  },
);
