import { ForbiddenError } from '@forgemesh/errors';
import { PersonalAccessTokenServiceDefinition } from '@forgemesh/proto/identity/v1/personal_access_token';
import { operation } from '../../../operation';
import { issueToken } from '../issue-token';
import { presentPersonalAccessToken } from '../personal-access-token.entity';

/** Creates a token of the caller, which reaches no further than the one he holds. */
export const createPersonalAccessToken = operation(
  PersonalAccessTokenServiceDefinition.createPersonalAccessToken,
  async ({ name, scopes, expires_at: expiresAt }, call) => {
    const { scopes: held } = call.context;
    // The API has no right that its own scope leaves out, except to act as others.
    const isHeld = (scope: string): boolean => held.includes(scope) || (scope !== 'sudo' && held.includes('api'));
    if (!(scopes ?? []).every(isHeld)) throw new ForbiddenError('The scopes reach further than those of this token');
    const wish = { userId: call.principal.id, name, scopes, expiresAt, impersonation: false };
    const { token, secret } = await issueToken(call, wish);
    return { ...presentPersonalAccessToken(token), token: secret };
  },
);
