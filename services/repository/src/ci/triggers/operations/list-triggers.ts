import { listPage } from '@forgemesh/data';
import { TriggerServiceDefinition } from '@forgemesh/proto/repository/v1/trigger';
import { operation } from '#operation';
import { presentTriggers } from '../trigger.entity';

/** Lists the triggers of a project, oldest first. */
export const listTriggers = operation(TriggerServiceDefinition.listTriggers, async (request, call) => {
  const { model } = call.deps.triggers;
  const triggers = await listPage(call, {
    model,
    filter: { project_id: call.resource().id },
    sort: { _id: 1 },
    request,
  });
  return { triggers: await presentTriggers(call, triggers) };
});
