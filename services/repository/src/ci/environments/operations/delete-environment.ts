import { NotFoundError } from '@forgemesh/errors';
import { EnvironmentServiceDefinition } from '@forgemesh/proto/repository/v1/environment';
import { operation } from '#operation';
import { findEnvironment } from '../find-environment';

/** Deletes an environment and its deployments. */
export const deleteEnvironment = operation(EnvironmentServiceDefinition.deleteEnvironment, async (request, call) => {
  const { environments, environmentDeployments } = call.deps;
  const environment = await findEnvironment(call, request.environment_id);
  call.assertUnmodified(environment.updated_at);
  const event = { type: 'repository.environment.deleted' as const, actor: call.principal.id };
  if (!(await environments.remove(environment, event))) throw new NotFoundError();
  await environmentDeployments.removeAll(environment._id);
  return {};
});
