/** Sudo: an administrator acts as another user. */
import type { EntityStore } from '@forgemesh/data';
import { ForbiddenError, NotFoundError } from '@forgemesh/errors';
import { findNamedUser, type UserDocument } from '#users/accounts';
import { insufficientScope } from './refusals';
import type { TokenDocument } from '#credentials/tokens';

/** Returns the user to act as, by id or username. Throws ForgeError with the errors of the API. */
export async function findSudoTarget(
  users: EntityStore<UserDocument>,
  reference: string,
  { token, holder }: { token: TokenDocument; holder: UserDocument },
): Promise<UserDocument> {
  if (!holder.admin) throw new ForbiddenError('Must be admin to use sudo');
  if (!token.scopes.includes('sudo')) throw insufficientScope('sudo');
  const target = await findNamedUser({ users }, reference);
  if (!target) throw new NotFoundError(`User with ID or username '${reference}'`);
  return target;
}
