import { NotFoundError } from '@forgemesh/errors';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { Deployment } from '@forgemesh/proto/repository/v1/deployment';
import { presentDeployments } from './deployment.entity';
import type { DeploymentDocument } from './deployment.model';
import type { DeploymentsDeps } from './deps';

/**
 * The deployment that a call names by id. Throws NotFoundError if the project has no such
 * deployment.
 */
export async function findDeployment(call: Call<DeploymentsDeps>, id: number): Promise<DeploymentDocument> {
  const deployment = await call.deps.deployments.find(id);
  if (deployment?.project_id !== call.resource().id) throw new NotFoundError();
  return deployment;
}

/** A deployment as the API shows it. Throws NotFoundError if its environment was deleted. */
export async function presentDeployment(
  call: Call<DeploymentsDeps>,
  document: DeploymentDocument,
): Promise<ResponseOf<Deployment>> {
  const [deployment] = await presentDeployments(call.deps, [document]);
  if (!deployment) throw new NotFoundError();
  return deployment;
}
