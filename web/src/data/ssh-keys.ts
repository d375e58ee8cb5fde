import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';

/** Keys of the queries of SSH keys. */
export const sshKeyKeys = {
  all: ['ssh-keys'],
  count: ['ssh-keys', 'count'],
} as const;

/** List your SSH keys. */
export function listCurrentUserSshKeys(query: QueryOf<'get', '/api/v4/user/keys'>) {
  return unwrapPage(api.GET('/api/v4/user/keys', { params: { query } }));
}

/** Delete one of your SSH keys. */
export function deleteSshKey(keyId: number) {
  return unwrap(api.DELETE('/api/v4/user/keys/{key_id}', { params: { path: { key_id: keyId } } }));
}

/** Add an SSH key to your account. */
export function createSshKey(body: BodyOf<'post', '/api/v4/user/keys'>) {
  return unwrap(api.POST('/api/v4/user/keys', { body }));
}
