/** API errors for tokens that are no longer valid. */
import { ForgeError } from '@forgemesh/errors';

/** Creates a 401 `invalid_token` with a description. */
export function invalidToken(description: string): ForgeError {
  return new ForgeError('invalid_token', undefined, { details: { error_description: description } });
}

/** Creates a 403 for a token with insufficient scope. */
export function insufficientScope(scope: string): ForgeError {
  return new ForgeError('insufficient_scope', undefined, {
    details: {
      error_description: 'The request requires higher privileges than provided by the access token.',
      scope,
    },
  });
}

/** Creates the error for an expired token. */
export function expiredToken(): ForgeError {
  return invalidToken('Token is expired. You can either do re-authorization or token refresh.');
}
