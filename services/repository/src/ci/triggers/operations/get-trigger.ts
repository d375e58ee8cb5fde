import { operation, type Call } from '@forgemesh/rpc';
import { TriggerServiceDefinition } from '@forgemesh/proto/repository/v1/trigger';
import { findTrigger } from '../find-trigger';
import { presentTrigger } from '../trigger.entity';
import type { TriggersDeps } from '../deps';

/** Gets a trigger. */
export const getTrigger = operation(TriggerServiceDefinition.getTrigger, async (request, call: Call<TriggersDeps>) =>
  presentTrigger(call, await findTrigger(call, request.trigger_id)),
);
