import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';

/** Keys of the queries of impersonation tokens. */
export const impersonationTokenKeys = {
  of: (userId: number) => ['admin', 'impersonation-tokens', userId],
} as const;

/** List the impersonation tokens of a user. */
export function listImpersonationTokens(
  userId: number,
  query: QueryOf<'get', '/api/v4/users/{user_id}/impersonation_tokens'>,
) {
  return unwrapPage(
    api.GET('/api/v4/users/{user_id}/impersonation_tokens', { params: { path: { user_id: userId }, query } }),
  );
}

/** Create an impersonation token. */
export function createImpersonationToken(
  userId: number,
  body: BodyOf<'post', '/api/v4/users/{user_id}/impersonation_tokens'>,
) {
  return unwrap(
    api.POST('/api/v4/users/{user_id}/impersonation_tokens', { params: { path: { user_id: userId } }, body }),
  );
}

/** Revoke an impersonation token of a user. */
export function deleteImpersonationToken(userId: number, tokenId: number) {
  return unwrap(
    api.DELETE('/api/v4/users/{user_id}/impersonation_tokens/{impersonation_token_id}', {
      params: { path: { user_id: userId, impersonation_token_id: tokenId } },
    }),
  );
}
