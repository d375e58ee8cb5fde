import { api, unwrap, unwrapPage } from '#api/client';
import type { QueryOf } from '#api/types';

/** Keys of the queries of sign ins. */
export const signInKeys = {
  all: ['sign-ins'],
} as const;

/** End all of your sign-ins. */
export function deleteCurrentUserSignIns() {
  return unwrap(api.DELETE('/api/v4/user/sign_ins'));
}

/** List your sign-ins. */
export function listCurrentUserSignIns(query: QueryOf<'get', '/api/v4/user/sign_ins'>) {
  return unwrapPage(api.GET('/api/v4/user/sign_ins', { params: { query } }));
}

/** End one of your sign-ins. */
export function deleteCurrentUserSignIn(id: number) {
  return unwrap(api.DELETE('/api/v4/user/sign_ins/{id}', { params: { path: { id } } }));
}
