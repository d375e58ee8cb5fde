/** Presents personal access tokens in the API. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { PersonalAccessToken } from '@forgemesh/proto/identity/v1/personal_access_token';
import { isExpired, type TokenDocument } from './token.model';

/** Presents a token without its secret. */
export function presentPersonalAccessToken(token: TokenDocument): ResponseOf<PersonalAccessToken> {
  return {
    id: token._id,
    name: token.name,
    revoked: token.revoked,
    created_at: token.created_at.toISOString(),
    scopes: token.scopes,
    user_id: token.user_id,
    last_used_at: token.last_used_at?.toISOString() ?? null,
    active: !token.revoked && !isExpired(token),
    expires_at: token.expires_at,
  };
}
