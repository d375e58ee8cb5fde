/** Looks up impersonation tokens. */
import { NotFoundError } from '@forgemesh/errors';
import { assertUserExists } from '#users/accounts';
import type { TokenDocument } from '../token.model';
import type { TokensDeps } from '../deps';

/**
 * Returns an impersonation token of a user. Throws NotFoundError if the user or the token does not
 * exist, or the token belongs to another user.
 */
export async function findImpersonationToken(
  deps: TokensDeps,
  userId: number,
  tokenId: number,
): Promise<TokenDocument> {
  await assertUserExists(deps, userId);
  const token = await deps.tokens.find(tokenId);
  if (!token || token.user_id !== userId || !token.impersonation) throw new NotFoundError('Impersonation Token');
  return token;
}
