import { SystemHookServiceDefinition } from '@forgemesh/proto/deliveries/v1/system_hook';
import { operation, type Call } from '@forgemesh/rpc';
import { presentSystemHook } from '#webhooks/hooks';
import { findSystemHook } from '../find-system-hook';
import type { SystemHooksDeps } from '../deps';

/** Gets a system hook. */
export const getSystemHook = operation(
  SystemHookServiceDefinition.getSystemHook,
  async ({ hook_id }, call: Call<SystemHooksDeps>) => presentSystemHook(call.deps, await findSystemHook(call, hook_id)),
);
