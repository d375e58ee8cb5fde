import { operation, type Call } from '@forgemesh/rpc';
import { PersonalAccessTokenServiceDefinition } from '@forgemesh/proto/identity/v1/personal_access_token';
import { findCurrentToken } from '../find-current-token';
import { revocation } from '../revocation';
import type { TokensDeps } from '../deps';

/** Revokes the token of the request; idempotent. */
export const deleteCurrentPersonalAccessToken = operation(
  PersonalAccessTokenServiceDefinition.deleteCurrentPersonalAccessToken,
  async (_request, call: Call<TokensDeps>) => {
    const { _id: id, updated_at: updatedAt } = await findCurrentToken(call);
    call.assertUnmodified(updatedAt);
    await call.deps.tokens.mutate(id, ({ revoked }) => (revoked ? null : revocation(call.principal.id)));
    return {};
  },
);
