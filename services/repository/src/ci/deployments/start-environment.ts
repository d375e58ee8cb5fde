import type { Call } from '@forgemesh/rpc';
import type { Repositories } from '#deps';
import type { DeploymentDocument } from './deployment.model';

/** Makes the environment of a successful deployment available again. */
export async function startEnvironment(call: Call<Repositories>, deployment: DeploymentDocument): Promise<void> {
  if (deployment.status !== 'success') return;
  await call.deps.environments.mutate(deployment.environment_id, ({ state }) =>
    state === 'available'
      ? null
      : {
          set: { state: 'available', updated_at: new Date() },
          events: [{ type: 'repository.environment.updated', actor: call.principal.id }],
        },
  );
}
