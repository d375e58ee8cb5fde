/** Gets an impersonation token of a user. */
import { ImpersonationTokenServiceDefinition } from '@forgemesh/proto/identity/v1/impersonation_token';
import { operation } from '#operation';
import { findImpersonationToken } from '../impersonation/find-impersonation-token';
import { presentImpersonationToken } from '../impersonation/impersonation-token.entity';

export const getImpersonationToken = operation(
  ImpersonationTokenServiceDefinition.getImpersonationToken,
  async ({ user_id: userId, impersonation_token_id: tokenId }, { deps }) =>
    presentImpersonationToken(await findImpersonationToken(deps, userId, tokenId)),
);
