import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { TriggerServiceDefinition } from '@forgemesh/proto/repository/v1/trigger';
import { findTrigger } from '../find-trigger';
import { presentTrigger } from '../trigger.entity';
import type { TriggersDeps } from '../deps';

/** Makes the caller the owner of a trigger. */
export const takeTriggerOwnership = operation(
  TriggerServiceDefinition.takeTriggerOwnership,
  async (request, call: Call<TriggersDeps>) => {
    const { deps, principal } = call;
    const { _id: id } = await findTrigger(call, request.trigger_id);
    const trigger = await deps.triggers.mutate(id, ({ owner_id }) =>
      owner_id === principal.id
        ? null
        : {
            set: { owner_id: principal.id, updated_at: new Date() },
            events: [{ type: 'repository.trigger.updated', actor: principal.id }],
          },
    );
    if (!trigger) throw new NotFoundError('Trigger');
    return presentTrigger(call, trigger);
  },
);
