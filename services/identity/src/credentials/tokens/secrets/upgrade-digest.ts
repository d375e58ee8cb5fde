import type { EntityDocument, EntityStore } from '@forgemesh/data';
import type { TokensDeps } from '../deps';

type Digested = EntityDocument & { digest: string; digest_key?: string; refresh_digest?: string };

/**
 * Replaces the digest of a used token by that of the current key. Digests of sign-ins are replaced
 * by their next refresh.
 */
export function upgradeDigest<T extends Digested>(
  { secrets, log }: Pick<TokensDeps, 'secrets' | 'log'>,
  { model }: EntityStore<T>,
  { token, text }: { token: T; text: string },
): void {
  if (!secrets.hasOlderKeys || token.digest_key === secrets.keyId || token.refresh_digest !== undefined) return;
  const upgraded = { digest: secrets.digestOf(text), digest_key: secrets.keyId };
  model
    .updateOne({ _id: token._id, digest: token.digest } as object, { $set: upgraded as object })
    .catch((error: unknown) => log.warn({ err: error }, 'digest of a token not replaced'));
}
