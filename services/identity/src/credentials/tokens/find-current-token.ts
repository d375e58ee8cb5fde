import { NotFoundError } from '@forgemesh/errors';
import type { IdentityCall } from '#operation';
import { isSignIn, type TokenDocument } from './token.model';

/** Returns the token of the request. Throws NotFoundError for the token of a sign-in. */
export async function findCurrentToken({ deps, context }: IdentityCall): Promise<TokenDocument> {
  const token = await deps.tokens.find(context.token_id ?? 0);
  if (!token || isSignIn(token)) throw new NotFoundError('Personal Access Token');
  return token;
}
