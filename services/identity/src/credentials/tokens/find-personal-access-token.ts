import type { Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { isPersonal, type TokenDocument } from './token.model';
import type { TokensDeps } from './deps';

/**
 * Returns a token of the caller, or of any user for administrators. Throws NotFoundError if it does
 * not exist or belongs to another user.
 */
export async function findPersonalAccessToken(
  { deps, principal }: Call<TokensDeps>,
  id: number,
): Promise<TokenDocument> {
  const token = await deps.tokens.find(id);
  const isShown = token && isPersonal(token) && (principal.admin || token.user_id === principal.id);
  if (!isShown) throw new NotFoundError('Personal Access Token');
  return token;
}
