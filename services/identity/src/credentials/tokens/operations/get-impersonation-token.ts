/** Gets an impersonation token of a user. */
import { operation, type Call } from '@forgemesh/rpc';
import { ImpersonationTokenServiceDefinition } from '@forgemesh/proto/identity/v1/impersonation_token';
import { findImpersonationToken } from '../impersonation/find-impersonation-token';
import { presentImpersonationToken } from '../impersonation/impersonation-token.entity';
import type { TokensDeps } from '../deps';

export const getImpersonationToken = operation(
  ImpersonationTokenServiceDefinition.getImpersonationToken,
  async ({ user_id: userId, impersonation_token_id: tokenId }, { deps }: Call<TokensDeps>) =>
    presentImpersonationToken(await findImpersonationToken(deps, userId, tokenId)),
);
