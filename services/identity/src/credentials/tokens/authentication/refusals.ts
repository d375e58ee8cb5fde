/** What the API says of tokens that were good once. */
import { ForgeError } from '@forgemesh/errors';

/** 401 `invalid_token` with a description. */
export function invalidToken(description: string): ForgeError {
  return new ForgeError('invalid_token', undefined, { details: { error_description: description } });
}

/** 403 for a token that does not reach this far. */
export function insufficientScope(scope: string): ForgeError {
  return new ForgeError('insufficient_scope', undefined, {
    details: {
      error_description: 'The request requires higher privileges than provided by the access token.',
      scope,
    },
  });
}

/** The refusal of a token that has ended by itself. */
export function expiredToken(): ForgeError {
  return invalidToken('Token is expired. You can either do re-authorization or token refresh.');
}
