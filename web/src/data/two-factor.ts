import { api, unwrap } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';

/** Keys of the queries of two factor. */
export const twoFactorKeys = {
  all: ['two-factor'],
} as const;

/** Get your two-factor authentication status. */
export function getTwoFactor() {
  return unwrap(api.GET('/api/v4/user/two_factor'));
}

/** Create a secret for two-factor authentication. */
export function startTwoFactor(body: BodyOf<'post', '/api/v4/user/two_factor'>) {
  return unwrap(api.POST('/api/v4/user/two_factor', { body }));
}

/** Enable two-factor authentication. */
export function enableTwoFactor(body: BodyOf<'put', '/api/v4/user/two_factor'>) {
  return unwrap(api.PUT('/api/v4/user/two_factor', { body }));
}

/** Replace your recovery codes. */
export function createRecoveryCodes(body: BodyOf<'post', '/api/v4/user/two_factor/recovery_codes'>) {
  return unwrap(api.POST('/api/v4/user/two_factor/recovery_codes', { body }));
}

/** Disable two-factor authentication for your account. */
export function disableTwoFactor(query: QueryOf<'delete', '/api/v4/user/two_factor'>) {
  return unwrap(api.DELETE('/api/v4/user/two_factor', { params: { query } }));
}
