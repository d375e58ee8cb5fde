import { operation, type Call } from '@forgemesh/rpc';
import { DeployTokenServiceDefinition } from '@forgemesh/proto/identity/v1/deploy_token';
import { removeDeployToken } from '../remove-deploy-token';
import type { DeployTokensDeps } from '../deps';

/** Revokes a deploy token of a project. */
export const deleteProjectDeployToken = operation(
  DeployTokenServiceDefinition.deleteProjectDeployToken,
  ({ token_id: id }, call: Call<DeployTokensDeps>) =>
    removeDeployToken(call, { project_id: call.resource('id').id }, id),
);

/** Revokes a deploy token of a group. */
export const deleteGroupDeployToken = operation(
  DeployTokenServiceDefinition.deleteGroupDeployToken,
  ({ token_id: id }, call: Call<DeployTokensDeps>) => removeDeployToken(call, { group_id: call.resource('id').id }, id),
);
