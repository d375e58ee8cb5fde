import { NotFoundError } from '@forgemesh/errors';
import { ProjectHookServiceDefinition } from '@forgemesh/proto/deliveries/v1/hook';
import { operation, type Call } from '@forgemesh/rpc';
import { assertValidHook } from '../hook-checks';
import { presentHook } from '../hook.entity';
import type { HookDocument } from '../hook.model';
import { hookSettings, newHook, type HookRequest } from '../hook-settings';
import type { HooksDeps } from '../deps';

/** Maximum number of hooks per project. */
const LIMIT = 100;

/** Adds a hook. Push events are on by default. */
export const createProjectHook = operation(
  ProjectHookServiceDefinition.createProjectHook,
  async (request, call: Call<HooksDeps>) => {
    const { deps, operationId } = call;
    return presentHook(deps, (await deps.hooks.findByOperation(operationId ?? '')) ?? (await addHook(call, request)));
  },
);

async function addHook(call: Call<HooksDeps>, request: HookRequest): Promise<HookDocument> {
  const { deps, principal, operationId } = call;
  const { id: projectId } = call.resource('id');
  assertValidHook(deps, request);
  await assertRoom(call, projectId);
  return deps.hooks.insert(
    {
      ...newHook(await deps.hooks.nextId(), projectId),
      ...hookSettings(deps, request),
      ...(operationId !== undefined && { operation_id: operationId }),
    },
    [{ type: 'deliveries.hook.created', actor: principal.id }],
  );
}

async function assertRoom({ deps }: Call<HooksDeps>, projectId: number): Promise<void> {
  const count = await deps.hooks.model.countDocuments({ project_id: projectId }, { limit: LIMIT });
  if (count < LIMIT) return;
  throw new NotFoundError(`Project hook {:base=>["Maximum number of project hooks (${LIMIT}) exceeded"]}`);
}
