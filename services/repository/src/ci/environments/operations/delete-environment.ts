import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { EnvironmentServiceDefinition } from '@forgemesh/proto/repository/v1/environment';
import { findEnvironment } from '../find-environment';
import type { EnvironmentsDeps } from '../deps';

/** Deletes an environment and its deployments. */
export const deleteEnvironment = operation(
  EnvironmentServiceDefinition.deleteEnvironment,
  async (request, call: Call<EnvironmentsDeps>) => {
    const { environments, environmentDeployments } = call.deps;
    const environment = await findEnvironment(call, request.environment_id);
    call.assertUnmodified(environment.updated_at);
    const event = { type: 'repository.environment.deleted' as const, actor: call.principal.id };
    if (!(await environments.remove(environment, event))) throw new NotFoundError();
    await environmentDeployments.removeAll(environment._id);
    return {};
  },
);
