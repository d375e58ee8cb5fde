import { UnauthenticatedError } from '@forgemesh/errors';
import { OauthServiceDefinition } from '@forgemesh/proto/identity/v1/oauth';
import { operation } from '../../../operation';
import { endOf } from '../../../credentials/tokens/token.model';

/** Tells what the token of the request is. */
export const getOauthTokenInfo = operation(
  OauthServiceDefinition.getOauthTokenInfo,
  async (_request, { context, deps }) => {
    const token = await deps.tokens.find(context.token_id ?? 0);
    if (!token) throw new UnauthenticatedError();
    const end = endOf(token);
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
