import { internalOperation, type Call } from '@forgemesh/rpc';
import { createHash } from 'node:crypto';
import { ForgeError, type ErrorMessage, type Reason } from '@forgemesh/errors';
import { AuthenticationServiceDefinition } from '@forgemesh/proto/identity/v1/authentication';
import type { InternalDelegatedDeps } from './deps';

/** Delegated operation of identity: authenticates a token by calling the primary. */
export const authenticate = internalOperation(
  AuthenticationServiceDefinition.authenticate,
  async ({ token, sudo, address, ...rest }, { deps }: Call<InternalDelegatedDeps>) => {
    const { git, login, without_terms, without_two_factor } = rest;
    // The cache key is a digest, so that tokens do not stay in memory.
    const key = createHash('sha256')
      .update(JSON.stringify([token, sudo, git, login, without_terms, without_two_factor]))
      .digest('hex');
    const { identity, refusal } = await deps.identities.get(key, () =>
      deps.primary.authenticate({ token, as_user: sudo, client_address: address, ...rest }),
    );
    if (identity) return identity;
    const { reason = 'unauthenticated', text = '"401 Unauthorized"', details = '' } = refusal ?? {};
    const more = details === '' ? {} : { details: JSON.parse(details) as Record<string, unknown> };
    throw new ForgeError(reason as Reason, JSON.parse(text) as ErrorMessage, more);
  },
);
