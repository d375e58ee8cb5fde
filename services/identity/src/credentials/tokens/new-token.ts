/** Fields of every new token document. */
import type { TokenSecrets } from './secrets/token-secrets';
import type { TokenDocument } from './token.model';

/** Returns digest, state and times of a token created now. */
export function newToken(
  token: string,
  secrets: TokenSecrets,
): Pick<
  TokenDocument,
  'digest' | 'digest_key' | 'last_four' | 'revoked' | 'last_used_at' | 'created_at' | 'updated_at'
> {
  const now = new Date();
  return {
    digest: secrets.digestOf(token),
    digest_key: secrets.keyId,
    last_four: token.slice(-4),
    revoked: false,
    last_used_at: null,
    created_at: now,
    updated_at: now,
  };
}
