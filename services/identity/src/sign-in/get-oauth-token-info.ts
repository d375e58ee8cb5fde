import { UnauthenticatedError } from '@forgemesh/kit';
import { OauthServiceService } from '@forgemesh/proto/identity/v1/oauth';
import { operation } from '../operation';

/** Tells what the token of the request is. */
export const getOauthTokenInfo = operation(
  OauthServiceService.getOauthTokenInfo,
  async (_request, { context, deps }) => {
    const token = await deps.tokens.find(context.token_id ?? 0);
    if (!token) throw new UnauthenticatedError();
    // Days of expiry begin at midnight.
    const end = token.expires_at === null ? null : Date.parse(`${token.expires_at}T00:00:00Z`);
    const seconds = end === null ? null : Math.max(Math.floor((end - Date.now()) / 1000), 0);
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
