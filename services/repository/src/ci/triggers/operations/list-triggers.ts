import { operation, type Call } from '@forgemesh/rpc';
import { listPage } from '@forgemesh/data';
import { TriggerServiceDefinition } from '@forgemesh/proto/repository/v1/trigger';
import { presentTriggers } from '../trigger.entity';
import type { TriggersDeps } from '../deps';

/** Lists the triggers of a project, oldest first. */
export const listTriggers = operation(
  TriggerServiceDefinition.listTriggers,
  async (request, call: Call<TriggersDeps>) => {
    const { model } = call.deps.triggers;
    const triggers = await listPage(call, {
      model,
      filter: { project_id: call.resource().id },
      sort: { _id: 1 },
      request,
    });
    return { triggers: await presentTriggers(call, triggers) };
  },
);
