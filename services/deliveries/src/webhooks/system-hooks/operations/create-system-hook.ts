import { SystemHookServiceDefinition } from '@forgemesh/proto/deliveries/v1/system_hook';
import { operation, type Call } from '@forgemesh/rpc';
import {
  assertValidHook,
  type HookDocument,
  hookSettings,
  newHook,
  type HookRequest,
  presentSystemHook,
} from '#webhooks/hooks';
import type { SystemHooksDeps } from '../deps';

/** Adds a system hook. */
export const createSystemHook = operation(
  SystemHookServiceDefinition.createSystemHook,
  async (request, call: Call<SystemHooksDeps>) => {
    const { deps, operationId } = call;
    return presentSystemHook(
      deps,
      (await deps.hooks.findByOperation(operationId ?? '')) ?? (await addHook(call, request)),
    );
  },
);

async function addHook(
  { deps, principal, operationId }: Call<SystemHooksDeps>,
  request: HookRequest,
): Promise<HookDocument> {
  assertValidHook(deps, request, { isSystem: true });
  return deps.hooks.insert(
    {
      ...newHook(await deps.hooks.nextId(), null),
      repository_update_events: true,
      ...hookSettings(deps, request),
      ...(operationId !== undefined && { operation_id: operationId }),
    },
    [{ type: 'deliveries.system_hook.created', actor: principal.id }],
  );
}
