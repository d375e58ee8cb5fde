import { SystemHookServiceDefinition } from '@forgemesh/proto/projects/v1/system_hook';
import { operation } from '#operation';
import { findSystemHook } from '../find-system-hook';
import { presentSystemHook } from '#hooks/hooks/system-hook.entity';

/** Gets a system hook. */
export const getSystemHook = operation(SystemHookServiceDefinition.getSystemHook, async ({ hook_id }, call) =>
  presentSystemHook(call.deps, await findSystemHook(call, hook_id)),
);
