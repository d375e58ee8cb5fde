import type { Call } from '@forgemesh/rpc';
import type { DeploymentDocument } from './deployment.model';
import type { DeploymentsDeps } from './deps';

/** Makes the environment of a successful deployment available again. */
export async function startEnvironment(call: Call<DeploymentsDeps>, deployment: DeploymentDocument): Promise<void> {
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
