/** The impersonation tokens of a user, oldest first. */
import { listPage } from '@forgemesh/kit';
import { ImpersonationTokenServiceService } from '@forgemesh/proto/identity/v1/impersonation_token';
import type { QueryFilter } from 'mongoose';
import { operation } from '../operation';
import { assertUserExists } from '../users/find-user';
import { presentImpersonationToken } from './impersonation-token.entity';
import { today, type TokenDocument } from './token.model';

export const listImpersonationTokens = operation(
  ImpersonationTokenServiceService.listImpersonationTokens,
  async (request, call) => {
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

function stateFilterOf(state: string | undefined): QueryFilter<TokenDocument> {
  switch (state) {
    case 'active':
      return { revoked: false, $or: [{ expires_at: null }, { expires_at: { $gt: today() } }] };
    case 'inactive':
      return { $or: [{ revoked: true }, { expires_at: { $lte: today() } }] };
    default:
      return {};
  }
}
