import { DeploymentServiceService } from '@forgemesh/proto/repository/v1/deployment';
import { operation } from '../../../operation';
import { findDeployment, presentDeployment } from '../find-deployment';

/** Gets a deployment. */
export const getDeployment = operation(DeploymentServiceService.getDeployment, async (request, call) =>
  presentDeployment(call, await findDeployment(call, request.deployment_id)),
);
