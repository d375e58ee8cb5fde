import { DeployKeyServiceDefinition } from '@forgemesh/proto/identity/v1/deploy_key';
import { operation } from '#operation';
import { presentProjectDeployKey } from '../deploy-key.entity';
import { findDeployKey } from '../find-deploy-key';

/** Gets a deploy key of a project. */
export const getProjectDeployKey = operation(
  DeployKeyServiceDefinition.getProjectDeployKey,
  async ({ key_id: keyId }, call) => presentProjectDeployKey(await findDeployKey(call, keyId), call.resource('id').id),
);
