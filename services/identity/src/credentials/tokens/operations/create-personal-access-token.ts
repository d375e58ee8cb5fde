import { operation, type Call } from '@forgemesh/rpc';
import { ForbiddenError } from '@forgemesh/errors';
import { PersonalAccessTokenServiceDefinition } from '@forgemesh/proto/identity/v1/personal_access_token';
import { issueToken } from '../issue-token';
import { presentPersonalAccessToken } from '../personal-access-token.entity';
import type { TokensDeps } from '../deps';

/** Creates a token of the caller, with at most the scopes of the token of the request. */
export const createPersonalAccessToken = operation(
  PersonalAccessTokenServiceDefinition.createPersonalAccessToken,
  async ({ name, scopes, expires_at: expiresAt }, call: Call<TokensDeps>) => {
    const { scopes: callerScopes } = call.context;
    // The `api` scope includes all others except `sudo`.
    const isGranted = (scope: string): boolean =>
      callerScopes.includes(scope) || (scope !== 'sudo' && callerScopes.includes('api'));
    if (!(scopes ?? []).every(isGranted)) throw new ForbiddenError('The scopes reach further than those of this token');
    const wish = { userId: call.principal.id, name, scopes, expiresAt, impersonation: false };
    const { token, secret } = await issueToken(call, wish);
    return { ...presentPersonalAccessToken(token), token: secret };
  },
);
