import { NotFoundError } from '@forgemesh/errors';
import type { Identity } from '#deps';
import type { DeployTokenDocument, DeployTokenOwner } from './deploy-token.model';

/**
 * Returns a deploy token of a project or group. Throws NotFoundError if it does not exist or has
 * another owner.
 */
export async function findDeployToken(
  { deployTokens }: Identity,
  owner: DeployTokenOwner,
  id: number,
): Promise<DeployTokenDocument> {
  const token = await deployTokens.model.findOne({ _id: id, ...owner }).lean<DeployTokenDocument>();
  if (!token) throw new NotFoundError('Deploy Token');
  return token;
}
