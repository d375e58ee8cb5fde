import { NotFoundError } from '@forgemesh/errors';
import { ProjectHookServiceDefinition } from '@forgemesh/proto/deliveries/v1/hook';
import { operation, type Call } from '@forgemesh/rpc';
import { findHook } from '../find-hook';
import type { HooksDeps } from '../deps';

/** Removes a hook. */
export const deleteProjectHook = operation(
  ProjectHookServiceDefinition.deleteProjectHook,
  async (request, call: Call<HooksDeps>) => {
    const { deps, principal } = call;
    const hook = await findHook(call, request.hook_id);
    call.assertUnmodified(hook.updated_at);
    const isRemoved = await deps.hooks.remove(hook, { type: 'deliveries.hook.deleted', actor: principal.id });
    if (!isRemoved) throw new NotFoundError();
    return {};
  },
);
