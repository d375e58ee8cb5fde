import { listPage } from '@forgemesh/data';
import { SystemHookServiceDefinition } from '@forgemesh/proto/deliveries/v1/system_hook';
import { operation, type Call } from '@forgemesh/rpc';
import { presentSystemHook } from '#webhooks/hooks';
import type { SystemHooksDeps } from '../deps';

/** Lists the system hooks. */
export const listSystemHooks = operation(
  SystemHookServiceDefinition.listSystemHooks,
  async (request, call: Call<SystemHooksDeps>) => {
    const { model } = call.deps.hooks;
    const hooks = await listPage(call, { model, filter: { project_id: null }, sort: { _id: 1 }, request });
    return { hooks: hooks.map((hook) => presentSystemHook(call.deps, hook)) };
  },
);
