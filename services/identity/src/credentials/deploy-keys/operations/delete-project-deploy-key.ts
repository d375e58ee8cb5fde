import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { DeployKeyServiceDefinition } from '@forgemesh/proto/identity/v1/deploy_key';
import { findDeployKey } from '../find-deploy-key';
import { unlinkDeployKey } from '../link-deploy-key';
import type { DeployKeysDeps } from '../deps';

/** Removes a deploy key from a project. */
export const deleteProjectDeployKey = operation(
  DeployKeyServiceDefinition.deleteProjectDeployKey,
  async ({ key_id: keyId }, call: Call<DeployKeysDeps>) => {
    const { deps, principal } = call;
    const key = await findDeployKey(call, keyId);
    call.assertUnmodified(key.created_at);
    const wasOpen = await unlinkDeployKey(deps, keyId, call.resource('id').id, principal.id);
    if (!wasOpen) throw new NotFoundError('Deploy Key');
    return {};
  },
);
