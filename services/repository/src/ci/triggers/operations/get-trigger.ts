import { TriggerServiceDefinition } from '@forgemesh/proto/repository/v1/trigger';
import { operation } from '#operation';
import { findTrigger } from '../find-trigger';
import { presentTrigger } from '../trigger.entity';

/** Gets a trigger. */
export const getTrigger = operation(TriggerServiceDefinition.getTrigger, async (request, call) =>
  presentTrigger(call, await findTrigger(call, request.trigger_id)),
);
