import { operation, type Call } from '@forgemesh/rpc';
import { DeploymentServiceDefinition } from '@forgemesh/proto/repository/v1/deployment';
import { findDeployment, presentDeployment } from '../find-deployment';
import type { DeploymentsDeps } from '../deps';

/** Gets a deployment. */
export const getDeployment = operation(
  DeploymentServiceDefinition.getDeployment,
  async (request, call: Call<DeploymentsDeps>) =>
    presentDeployment(call, await findDeployment(call, request.deployment_id)),
);
