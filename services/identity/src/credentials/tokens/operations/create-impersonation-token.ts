import { operation, type Call } from '@forgemesh/rpc';
import { ImpersonationTokenServiceDefinition } from '@forgemesh/proto/identity/v1/impersonation_token';
import { assertUserExists } from '#users/accounts';
import { presentImpersonationToken } from '../impersonation/impersonation-token.entity';
import { issueToken } from '../issue-token';
import type { TokensDeps } from '../deps';

/** Creates a token with which an administrator acts as a user. */
export const createImpersonationToken = operation(
  ImpersonationTokenServiceDefinition.createImpersonationToken,
  async ({ user_id: userId, name, scopes, expires_at: expiresAt }, call: Call<TokensDeps>) => {
    await assertUserExists(call.deps, userId);
    const { token, secret } = await issueToken(call, { userId, name, scopes, expiresAt, impersonation: true });
    return { ...presentImpersonationToken(token), token: secret };
  },
);
