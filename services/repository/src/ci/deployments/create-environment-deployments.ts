import type { EnvironmentDeployments } from '#ci/environments';
import { presentDeployments } from './deployment.entity';
import type { DeploymentDocument } from './deployment.model';
import type { DeploymentsDeps } from './deps';

/** Creates the access of environments to their deployments. */
export function createEnvironmentDeployments(
  deps: Pick<DeploymentsDeps, 'clients' | 'environments' | 'deployments' | 'users'>,
): EnvironmentDeployments {
  return {
    async findLast(environmentId) {
      const last = await deps.deployments.model
        .findOne({ environment_id: environmentId, status: 'success' })
        .sort({ _id: -1 })
        .lean<DeploymentDocument>();
      const [deployment] = await presentDeployments(deps, last ? [last] : []);
      return deployment ?? null;
    },
    async removeAll(environmentId) {
      await deps.deployments.model.deleteMany({ environment_id: environmentId });
    },
  };
}
