/** Sudo: an administrator acts as another user. */
import { ForbiddenError, ForgeError, NotFoundError, type EntityStore } from '@forgemesh/kit';
import type { UserDocument } from '../users/user.model';
import type { TokenDocument } from './token.model';

/** The user to act as, by id or user name. Throws ForgeError with the API's refusals. */
export async function findSudoTarget(
  users: EntityStore<UserDocument>,
  reference: string,
  { token, holder }: { token: TokenDocument; holder: UserDocument },
): Promise<UserDocument> {
  if (!holder.admin) throw new ForbiddenError('Must be admin to use sudo');
  if (!token.scopes.includes('sudo')) {
    throw new ForgeError('insufficient_scope', undefined, {
      details: {
        error_description: 'The request requires higher privileges than provided by the access token.',
        scope: 'sudo',
      },
    });
  }
  const target = await findUser(users, reference);
  if (!target) throw new NotFoundError(`User with ID or username '${reference}'`);
  return target;
}

async function findUser(users: EntityStore<UserDocument>, reference: string): Promise<UserDocument | null> {
  if (/^\d{1,15}$/.test(reference)) return users.find(Number(reference));
  return (await users.model.findOne({ username_lower: reference.toLowerCase() }).lean()) as UserDocument | null;
}
