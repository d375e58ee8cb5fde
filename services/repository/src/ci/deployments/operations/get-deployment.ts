import { DeploymentServiceDefinition } from '@forgemesh/proto/repository/v1/deployment';
import { operation } from '#operation';
import { findDeployment, presentDeployment } from '../find-deployment';

/** Gets a deployment. */
export const getDeployment = operation(DeploymentServiceDefinition.getDeployment, async (request, call) =>
  presentDeployment(call, await findDeployment(call, request.deployment_id)),
);
