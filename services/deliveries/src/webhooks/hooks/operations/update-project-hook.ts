import { ProjectHookServiceDefinition } from '@forgemesh/proto/deliveries/v1/hook';
import { operation, type Call } from '@forgemesh/rpc';
import { changeHook } from '../change-hook';
import { findHook } from '../find-hook';
import { assertValidHook } from '../hook-checks';
import { presentHook } from '../hook.entity';
import type { HooksDeps } from '../deps';

/** Changes the given fields of a hook. */
export const updateProjectHook = operation(
  ProjectHookServiceDefinition.updateProjectHook,
  async (request, call: Call<HooksDeps>) => {
    const hook = await findHook(call, request.hook_id);
    assertValidHook(call.deps, request);
    return presentHook(call.deps, await changeHook(call, hook, request, 'deliveries.hook.updated'));
  },
);
