import { NotFoundError } from '@forgemesh/errors';
import { SystemHookServiceDefinition } from '@forgemesh/proto/deliveries/v1/system_hook';
import { operation, type Call } from '@forgemesh/rpc';
import { findSystemHook } from '../find-system-hook';
import type { SystemHooksDeps } from '../deps';

/** Removes a system hook. */
export const deleteSystemHook = operation(
  SystemHookServiceDefinition.deleteSystemHook,
  async ({ hook_id }, call: Call<SystemHooksDeps>) => {
    const { deps, principal } = call;
    const hook = await findSystemHook(call, hook_id);
    call.assertUnmodified(hook.updated_at);
    const event = { type: 'deliveries.system_hook.deleted' as const, actor: principal.id };
    if (!(await deps.hooks.remove(hook, event))) throw new NotFoundError();
    return {};
  },
);
