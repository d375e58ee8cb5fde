import { listPage } from '@forgemesh/data';
import { SystemHookServiceDefinition } from '@forgemesh/proto/projects/v1/system_hook';
import { operation } from '#operation';
import { presentSystemHook } from '#hooks/hooks/system-hook.entity';

/** Lists the system hooks. */
export const listSystemHooks = operation(SystemHookServiceDefinition.listSystemHooks, async (request, call) => {
  const { model } = call.deps.hooks;
  const hooks = await listPage(call, { model, filter: { project_id: null }, sort: { _id: 1 }, request });
  return { hooks: hooks.map((hook) => presentSystemHook(call.deps, hook)) };
});
