import { listPage } from '@forgemesh/data';
import { ProjectHookServiceDefinition } from '@forgemesh/proto/deliveries/v1/hook';
import { operation, type Call } from '@forgemesh/rpc';
import { presentHook } from '../hook.entity';
import type { HooksDeps } from '../deps';

/** Lists the hooks of a project. */
export const listProjectHooks = operation(
  ProjectHookServiceDefinition.listProjectHooks,
  async (request, call: Call<HooksDeps>) => {
    const { model } = call.deps.hooks;
    const filter = { project_id: call.resource('id').id };
    const hooks = await listPage(call, { model, filter, sort: { _id: 1 }, request });
    return { hooks: hooks.map((hook) => presentHook(call.deps, hook)) };
  },
);
