import { operation, type Call } from '@forgemesh/rpc';
import { UnauthenticatedError } from '@forgemesh/errors';
import { OauthServiceDefinition } from '@forgemesh/proto/identity/v1/oauth';
import { expiryOf } from '#credentials/tokens';
import type { SignInsDeps } from '../deps';

/** Describes the token of the request. */
export const getOauthTokenInfo = operation(
  OauthServiceDefinition.getOauthTokenInfo,
  async (_request, { context, deps }: Call<SignInsDeps>) => {
    const token = await deps.tokens.find(context.token_id ?? 0);
    if (!token) throw new UnauthenticatedError();
    const end = expiryOf(token);
    const seconds = end === null ? null : Math.max(Math.floor((end.getTime() - Date.now()) / 1000), 0);
    return {
      resource_owner_id: token.user_id,
      scope: token.scopes,
      expires_in: seconds,
      application: { uid: null },
      created_at: Math.floor(token.created_at.getTime() / 1000),
      scopes: token.scopes,
      expires_in_seconds: seconds,
    };
  },
);
