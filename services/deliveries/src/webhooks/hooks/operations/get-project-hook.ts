import { ProjectHookServiceDefinition } from '@forgemesh/proto/deliveries/v1/hook';
import { operation, type Call } from '@forgemesh/rpc';
import { findHook } from '../find-hook';
import { presentHook } from '../hook.entity';
import type { HooksDeps } from '../deps';

/** Gets a hook. */
export const getProjectHook = operation(
  ProjectHookServiceDefinition.getProjectHook,
  async (request, call: Call<HooksDeps>) => presentHook(call.deps, await findHook(call, request.hook_id)),
);
