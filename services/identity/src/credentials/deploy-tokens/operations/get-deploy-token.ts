import { operation, type Call } from '@forgemesh/rpc';
import { DeployTokenServiceDefinition } from '@forgemesh/proto/identity/v1/deploy_token';
import { presentDeployToken } from '../deploy-token.entity';
import { findDeployToken } from '../find-deploy-token';
import type { DeployTokensDeps } from '../deps';

/** Gets a deploy token of a project. */
export const getProjectDeployToken = operation(
  DeployTokenServiceDefinition.getProjectDeployToken,
  async ({ token_id: id }, call: Call<DeployTokensDeps>) =>
    presentDeployToken(await findDeployToken(call.deps, { project_id: call.resource('id').id }, id)),
);

/** Gets a deploy token of a group. */
export const getGroupDeployToken = operation(
  DeployTokenServiceDefinition.getGroupDeployToken,
  async ({ token_id: id }, call: Call<DeployTokensDeps>) =>
    presentDeployToken(await findDeployToken(call.deps, { group_id: call.resource('id').id }, id)),
);
