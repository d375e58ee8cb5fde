import { NotFoundError } from '@forgemesh/errors';
import type { DeployTokenDocument, DeployTokenOwner } from './deploy-token.model';
import type { DeployTokensDeps } from './deps';

/**
 * Returns a deploy token of a project or group. Throws NotFoundError if it does not exist or has
 * another owner.
 */
export async function findDeployToken(
  { deployTokens }: DeployTokensDeps,
  owner: DeployTokenOwner,
  id: number,
): Promise<DeployTokenDocument> {
  const token = await deployTokens.model.findOne({ _id: id, ...owner }).lean<DeployTokenDocument>();
  if (!token) throw new NotFoundError('Deploy Token');
  return token;
}
