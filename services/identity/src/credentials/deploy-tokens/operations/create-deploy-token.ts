import { DeployTokenServiceDefinition } from '@forgemesh/proto/identity/v1/deploy_token';
import { operation } from '#operation';
import { issueDeployToken } from '../issue-deploy-token';

/** Creates a deploy token of a project. */
export const createProjectDeployToken = operation(
  DeployTokenServiceDefinition.createProjectDeployToken,
  (request, call) => issueDeployToken(call, { project_id: call.resource('id').id }, request),
);

/** Creates a deploy token of a group. */
export const createGroupDeployToken = operation(DeployTokenServiceDefinition.createGroupDeployToken, (request, call) =>
  issueDeployToken(call, { group_id: call.resource('id').id }, request),
);
