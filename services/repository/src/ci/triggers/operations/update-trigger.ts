import { operation, type Call } from '@forgemesh/rpc';
import { ForbiddenError, NotFoundError } from '@forgemesh/errors';
import { TriggerServiceDefinition } from '@forgemesh/proto/repository/v1/trigger';
import { findTrigger } from '../find-trigger';
import { presentTrigger } from '../trigger.entity';
import type { TriggersDeps } from '../deps';

/** Changes the description of the caller's trigger. */
export const updateTrigger = operation(
  TriggerServiceDefinition.updateTrigger,
  async (request, call: Call<TriggersDeps>) => {
    const { trigger_id: id, description } = request;
    const { owner_id } = await findTrigger(call, id);
    if (owner_id !== call.principal.id) throw new ForbiddenError();
    const trigger = await call.deps.triggers.mutate(id, () =>
      description === undefined
        ? null
        : {
            set: { description, updated_at: new Date() },
            events: [{ type: 'repository.trigger.updated', actor: call.principal.id }],
          },
    );
    if (!trigger) throw new NotFoundError('Trigger');
    return presentTrigger(call, trigger);
  },
);
