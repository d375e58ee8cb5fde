import { operation, type Call } from '@forgemesh/rpc';
import { listPage } from '@forgemesh/data';
import { ForbiddenError } from '@forgemesh/errors';
import { PersonalAccessTokenServiceDefinition } from '@forgemesh/proto/identity/v1/personal_access_token';
import { presentPersonalAccessToken } from '../personal-access-token.entity';
import { personalTokens } from '../token.model';
import { stateFilterOf } from '../token-state';
import type { TokensDeps } from '../deps';

/** Lists the caller's tokens, or those of all users for administrators. */
export const listPersonalAccessTokens = operation(
  PersonalAccessTokenServiceDefinition.listPersonalAccessTokens,
  async (request, call: Call<TokensDeps>) => {
    const { admin, id } = call.principal;
    const userId = request.user_id ?? (admin ? undefined : id);
    if (userId !== id && !admin) throw new ForbiddenError();
    const tokens = await listPage(call, {
      model: call.deps.tokens.model,
      filter: { ...(userId !== undefined && { user_id: userId }), ...personalTokens, ...stateFilterOf(request.state) },
      sort: { _id: 1 },
      request,
    });
    return { personal_access_tokens: tokens.map(presentPersonalAccessToken) };
  },
);
