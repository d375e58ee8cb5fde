import { operation, type Call } from '@forgemesh/rpc';
import { OauthServiceDefinition } from '@forgemesh/proto/identity/v1/oauth';
import { revocation, type TokenDocument } from '#credentials/tokens';
import type { SignInsDeps } from '../deps';

/**
 * Revokes the sign-in with an access or refresh token. The response does not reveal whether the
 * token exists.
 */
export const revokeOauthToken = operation(
  OauthServiceDefinition.revokeOauthToken,
  async ({ token: text }, { deps }: Call<SignInsDeps>) => {
    const digest = { $in: deps.secrets.digestsOf(text) };
    const token = await deps.tokens.model
      .findOne({ $or: [{ digest }, { refresh_digest: digest }], refresh_digest: { $exists: true } }, { user_id: 1 })
      .lean<TokenDocument>();
    if (token) {
      await deps.tokens.mutate(token._id, ({ revoked }) => (revoked ? null : revocation(token.user_id)));
    }
    return {};
  },
);
