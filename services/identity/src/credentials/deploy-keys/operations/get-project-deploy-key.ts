import { operation, type Call } from '@forgemesh/rpc';
import { DeployKeyServiceDefinition } from '@forgemesh/proto/identity/v1/deploy_key';
import { presentProjectDeployKey } from '../deploy-key.entity';
import { findDeployKey } from '../find-deploy-key';
import type { DeployKeysDeps } from '../deps';

/** Gets a deploy key of a project. */
export const getProjectDeployKey = operation(
  DeployKeyServiceDefinition.getProjectDeployKey,
  async ({ key_id: keyId }, call: Call<DeployKeysDeps>) =>
    presentProjectDeployKey(await findDeployKey(call, keyId), call.resource('id').id),
);
