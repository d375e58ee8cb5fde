/** Revokes an impersonation token; once more changes nothing. */
import { ForgeError } from '@forgemesh/kit';
import { ImpersonationTokenServiceService } from '@forgemesh/proto/identity/v1/impersonation_token';
import { operation } from '../operation';
import { findImpersonationToken } from './find-impersonation-token';

export const deleteImpersonationToken = operation(
  ImpersonationTokenServiceService.deleteImpersonationToken,
  async ({ user_id: userId, impersonation_token_id: tokenId }, { deps, ifUnmodifiedSince }) => {
    const { updated_at: updatedAt } = await findImpersonationToken(deps, userId, tokenId);
    // The header knows whole seconds only.
    const seconds = Math.floor(updatedAt.getTime() / 1000);
    if (ifUnmodifiedSince && seconds > Math.floor(ifUnmodifiedSince.getTime() / 1000)) {
      throw new ForgeError('precondition_failed');
    }
    await deps.tokens.mutate(tokenId, ({ revoked }) =>
      revoked ? null : { set: { revoked: true, updated_at: new Date() } },
    );
    return {};
  },
);
