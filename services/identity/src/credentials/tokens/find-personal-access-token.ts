import { NotFoundError } from '@forgemesh/errors';
import type { IdentityCall } from '../../operation';
import { isPersonal, type TokenDocument } from './token.model';

/**
 * A token of the caller, for administrators of anybody. Throws NotFoundError where it is not there
 * or another user's.
 */
export async function findPersonalAccessToken({ deps, principal }: IdentityCall, id: number): Promise<TokenDocument> {
  const token = await deps.tokens.find(id);
  const isShown = token && isPersonal(token) && (principal.admin || token.user_id === principal.id);
  if (!isShown) throw new NotFoundError('Personal Access Token');
  return token;
}
