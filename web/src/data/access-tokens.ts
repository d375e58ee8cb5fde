import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';

/** Keys of the queries of access tokens. */
export const accessTokenKeys = {
  all: ['access-tokens'],
} as const;

/** List personal access tokens. */
export function listPersonalAccessTokens(query: QueryOf<'get', '/api/v4/personal_access_tokens'>) {
  return unwrapPage(api.GET('/api/v4/personal_access_tokens', { params: { query } }));
}

/** Revoke a personal access token. */
export function deletePersonalAccessToken(id: number) {
  return unwrap(api.DELETE('/api/v4/personal_access_tokens/{id}', { params: { path: { id } } }));
}

/** Create a personal access token. */
export function createPersonalAccessToken(body: BodyOf<'post', '/api/v4/user/personal_access_tokens'>) {
  return unwrap(api.POST('/api/v4/user/personal_access_tokens', { body }));
}
