import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';

/** Keys of the queries of GPG keys. */
export const gpgKeyKeys = {
  all: ['gpg-keys'],
} as const;

/** List your GPG keys. */
export function listCurrentUserGpgKeys(query: QueryOf<'get', '/api/v4/user/gpg_keys'>) {
  return unwrapPage(api.GET('/api/v4/user/gpg_keys', { params: { query } }));
}

/** Delete one of your GPG keys. */
export function deleteGpgKey(keyId: number) {
  return unwrap(api.DELETE('/api/v4/user/gpg_keys/{key_id}', { params: { path: { key_id: keyId } } }));
}

/** Revoke one of your GPG keys. */
export function revokeGpgKey(keyId: number) {
  return unwrap(api.POST('/api/v4/user/gpg_keys/{key_id}/revoke', { params: { path: { key_id: keyId } } }));
}

/** Add a GPG key to your account. */
export function createGpgKey(body: BodyOf<'post', '/api/v4/user/gpg_keys'>) {
  return unwrap(api.POST('/api/v4/user/gpg_keys', { body }));
}
