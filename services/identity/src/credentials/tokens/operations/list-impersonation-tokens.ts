/** Lists the impersonation tokens of a user, oldest first. */
import { operation, type Call } from '@forgemesh/rpc';
import { listPage } from '@forgemesh/data';
import { ImpersonationTokenServiceDefinition } from '@forgemesh/proto/identity/v1/impersonation_token';
import { assertUserExists } from '#users/accounts';
import { presentImpersonationToken } from '../impersonation/impersonation-token.entity';
import { stateFilterOf } from '../token-state';
import type { TokensDeps } from '../deps';

export const listImpersonationTokens = operation(
  ImpersonationTokenServiceDefinition.listImpersonationTokens,
  async (request, call: Call<TokensDeps>) => {
    await assertUserExists(call.deps, request.user_id);
    const tokens = await listPage(call, {
      model: call.deps.tokens.model,
      filter: { user_id: request.user_id, impersonation: true, ...stateFilterOf(request.state) },
      sort: { _id: 1 },
      request,
    });
    return { impersonation_tokens: tokens.map(presentImpersonationToken) };
  },
);
