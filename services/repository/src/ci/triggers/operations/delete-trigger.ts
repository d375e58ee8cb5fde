import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { TriggerServiceDefinition } from '@forgemesh/proto/repository/v1/trigger';
import { findTrigger } from '../find-trigger';
import type { TriggersDeps } from '../deps';

/** Deletes a trigger. */
export const deleteTrigger = operation(
  TriggerServiceDefinition.deleteTrigger,
  async (request, call: Call<TriggersDeps>) => {
    const trigger = await findTrigger(call, request.trigger_id);
    call.assertUnmodified(trigger.updated_at);
    const event = { type: 'repository.trigger.deleted' as const, actor: call.principal.id };
    if (!(await call.deps.triggers.remove(trigger, event))) throw new NotFoundError('Trigger');
    return {};
  },
);
