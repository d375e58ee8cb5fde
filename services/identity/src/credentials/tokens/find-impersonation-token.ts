/** Looks up what a path names. */
import { NotFoundError } from '@forgemesh/errors';
import type { Identity } from '../../deps';
import { assertUserExists } from '../../users/users/find-user';
import type { TokenDocument } from './token.model';

/**
 * An impersonation token of a user. Throws NotFoundError where the user or the token is not there,
 * or the token is another user's.
 */
export async function findImpersonationToken(deps: Identity, userId: number, tokenId: number): Promise<TokenDocument> {
  await assertUserExists(deps, userId);
  const token = await deps.tokens.find(tokenId);
  if (!token || token.user_id !== userId || !token.impersonation) throw new NotFoundError('Impersonation Token');
  return token;
}
