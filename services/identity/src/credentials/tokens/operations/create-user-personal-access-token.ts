import { operation, type Call } from '@forgemesh/rpc';
import { PersonalAccessTokenServiceDefinition } from '@forgemesh/proto/identity/v1/personal_access_token';
import { assertUserExists } from '#users/accounts';
import { issueToken } from '../issue-token';
import { presentPersonalAccessToken } from '../personal-access-token.entity';
import type { TokensDeps } from '../deps';

/** Creates a token for a user, which appears among the user's own tokens. */
export const createUserPersonalAccessToken = operation(
  PersonalAccessTokenServiceDefinition.createUserPersonalAccessToken,
  async ({ user_id: userId, name, scopes, expires_at: expiresAt }, call: Call<TokensDeps>) => {
    await assertUserExists(call.deps, userId);
    const { token, secret } = await issueToken(call, { userId, name, scopes, expiresAt, impersonation: false });
    return { ...presentPersonalAccessToken(token), token: secret };
  },
);
