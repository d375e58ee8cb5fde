/** Presents impersonation tokens in the API. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { ImpersonationToken } from '@forgemesh/proto/identity/v1/impersonation_token';
import { isExpired, type TokenDocument } from '../token.model';

/** Presents a token without its secret. */
export function presentImpersonationToken(token: TokenDocument): ResponseOf<ImpersonationToken> {
  return {
    id: token._id,
    name: token.name,
    revoked: token.revoked,
    created_at: token.created_at.toISOString(),
    scopes: token.scopes,
    user_id: token.user_id,
    active: !token.revoked && !isExpired(token),
    expires_at: token.expires_at,
    impersonation: token.impersonation,
  };
}
