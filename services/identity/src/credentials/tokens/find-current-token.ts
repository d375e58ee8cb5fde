import type { Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { isSignIn, type TokenDocument } from './token.model';
import type { TokensDeps } from './deps';

/** Returns the token of the request. Throws NotFoundError for the token of a sign-in. */
export async function findCurrentToken({ deps, context }: Call<TokensDeps>): Promise<TokenDocument> {
  const token = await deps.tokens.find(context.token_id ?? 0);
  if (!token || isSignIn(token)) throw new NotFoundError('Personal Access Token');
  return token;
}
