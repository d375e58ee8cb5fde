/** Tokens and their holders, which every request needs; cached briefly. */
import type { TokenDocument } from '#credentials/tokens';
import type { UserDocument } from '#users/accounts';
import type { AuthenticationDeps } from './deps';

/** Finds tokens and their holders. */
export interface TokenHolders {
  /** Returns a token by its text, valid or not; null if none exists. */
  findToken(secret: string): Promise<TokenDocument | null>;
  /** Returns the holder of a token with the fields that decide whether they may act. */
  findHolder(id: number): Promise<UserDocument | null>;
}

/** Only the fields that every request needs. */
const holderFields = {
  username: 1,
  name: 1,
  admin: 1,
  external: 1,
  state: 1,
  is_internal: 1,
  last_activity_on: 1,
  accepted_terms: 1,
  sign_in_epoch: 1,
};

/** Creates the finder. */
export function createTokenHolders({
  tokens,
  tokenCache,
  secrets,
  users,
  holderCache,
}: Pick<AuthenticationDeps, 'tokens' | 'tokenCache' | 'secrets' | 'users' | 'holderCache'>): TokenHolders {
  return {
    findToken(secret) {
      const digests = secrets.digestsOf(secret);
      // Every storage engine evaluates an equality with its index. More than one key is rare.
      const digest = digests.length === 1 ? (digests[0] as string) : { $in: digests };
      return tokenCache.get(
        digests.join(),
        async () => (await tokens.model.findOne({ digest }).lean()) as TokenDocument | null,
      );
    },
    findHolder(id) {
      return holderCache.get(
        String(id),
        async () => (await users.model.findById(id, holderFields).lean()) as UserDocument | null,
      );
    },
  };
}
