import { operation, type Call } from '@forgemesh/rpc';
import { DeployTokenServiceDefinition } from '@forgemesh/proto/identity/v1/deploy_token';
import { issueDeployToken } from '../issue-deploy-token';
import type { DeployTokensDeps } from '../deps';

/** Creates a deploy token of a project. */
export const createProjectDeployToken = operation(
  DeployTokenServiceDefinition.createProjectDeployToken,
  (request, call: Call<DeployTokensDeps>) => issueDeployToken(call, { project_id: call.resource('id').id }, request),
);

/** Creates a deploy token of a group. */
export const createGroupDeployToken = operation(
  DeployTokenServiceDefinition.createGroupDeployToken,
  (request, call: Call<DeployTokensDeps>) => issueDeployToken(call, { group_id: call.resource('id').id }, request),
);
