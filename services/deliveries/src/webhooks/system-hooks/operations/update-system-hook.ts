import { SystemHookServiceDefinition } from '@forgemesh/proto/deliveries/v1/system_hook';
import { operation, type Call } from '@forgemesh/rpc';
import { changeHook, assertValidHook, openUrl, presentSystemHook } from '#webhooks/hooks';
import { findSystemHook } from '../find-system-hook';
import type { SystemHooksDeps } from '../deps';

/** Changes the given fields of a system hook. */
export const updateSystemHook = operation(
  SystemHookServiceDefinition.updateSystemHook,
  async (request, call: Call<SystemHooksDeps>) => {
    const hook = await findSystemHook(call, request.hook_id);
    const { url = openUrl(call.deps, hook) } = request;
    assertValidHook(call.deps, request, { isSystem: true });
    const changed = await changeHook(call, hook, { ...request, url }, 'deliveries.system_hook.updated');
    return presentSystemHook(call.deps, changed);
  },
);
