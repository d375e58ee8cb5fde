import { operation, type Call } from '@forgemesh/rpc';
import { PersonalAccessTokenServiceDefinition } from '@forgemesh/proto/identity/v1/personal_access_token';
import { findPersonalAccessToken } from '../find-personal-access-token';
import { revocation } from '../revocation';
import type { TokensDeps } from '../deps';

/** Revokes a token; idempotent. */
export const deletePersonalAccessToken = operation(
  PersonalAccessTokenServiceDefinition.deletePersonalAccessToken,
  async ({ id }, call: Call<TokensDeps>) => {
    const { updated_at: updatedAt } = await findPersonalAccessToken(call, id);
    call.assertUnmodified(updatedAt);
    await call.deps.tokens.mutate(id, ({ revoked }) => (revoked ? null : revocation(call.principal.id)));
    return {};
  },
);
