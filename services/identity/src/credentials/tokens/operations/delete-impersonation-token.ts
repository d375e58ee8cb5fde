/** Revokes an impersonation token; idempotent. */
import { operation, type Call } from '@forgemesh/rpc';
import { ImpersonationTokenServiceDefinition } from '@forgemesh/proto/identity/v1/impersonation_token';
import { findImpersonationToken } from '../impersonation/find-impersonation-token';
import { revocation } from '../revocation';
import type { TokensDeps } from '../deps';

export const deleteImpersonationToken = operation(
  ImpersonationTokenServiceDefinition.deleteImpersonationToken,
  async ({ user_id: userId, impersonation_token_id: tokenId }, call: Call<TokensDeps>) => {
    const { deps } = call;
    const { updated_at: updatedAt } = await findImpersonationToken(deps, userId, tokenId);
    call.assertUnmodified(updatedAt);
    await deps.tokens.mutate(tokenId, ({ revoked }) => (revoked ? null : revocation(call.principal.id)));
    return {};
  },
);
