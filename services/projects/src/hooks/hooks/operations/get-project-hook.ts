import { ProjectHookServiceDefinition } from '@forgemesh/proto/projects/v1/hook';
import { operation } from '#operation';
import { findHook } from '../find-hook';
import { presentHook } from '../hook.entity';

/** Gets a hook. */
export const getProjectHook = operation(ProjectHookServiceDefinition.getProjectHook, async (request, call) =>
  presentHook(call.deps, await findHook(call, request.hook_id)),
);
