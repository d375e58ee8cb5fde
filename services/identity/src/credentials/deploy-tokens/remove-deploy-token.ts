import type { Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import type { DeployTokenOwner } from './deploy-token.model';
import { findDeployToken } from './find-deploy-token';
import type { DeployTokensDeps } from './deps';

/**
 * Removes a deploy token of a project or group. Throws NotFoundError if it does not exist or has
 * another owner.
 */
export async function removeDeployToken(
  call: Call<DeployTokensDeps>,
  owner: DeployTokenOwner,
  id: number,
): Promise<object> {
  const { deps, principal } = call;
  const token = await findDeployToken(deps, owner, id);
  call.assertUnmodified(token.created_at);
  const event = { type: 'identity.deploy_token.deleted' as const, actor: principal.id };
  if (!(await deps.deployTokens.remove(token, event))) throw new NotFoundError('Deploy Token');
  return {};
}
