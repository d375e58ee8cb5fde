import { NotFoundError } from '@forgemesh/errors';
import type { Identity } from '../../deps';
import type { DeployTokenDocument, DeployTokenOwner } from './deploy-token.model';

/**
 * A deploy token of a project or group. Throws NotFoundError where it is not there, or another
 * one's.
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
