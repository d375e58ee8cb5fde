/**
 * Tokens and a rotation of `FORGE_SECRET`: a digest follows when its token is used, and those that
 * are left are counted.
 */
import type { EntityDocument, EntityStore } from '@forgemesh/data';
import type { StoredSecrets } from '@forgemesh/service';
import type { Identity } from '../../../deps';
import { today } from '../token.model';

type Digested = EntityDocument & { digest: string; digest_key?: string; refresh_digest?: string };

/**
 * Stores the digest of the current key for a token that is used. Sign-ins get theirs with their
 * next refresh.
 */
export function upgradeDigest<T extends Digested>(
  { secrets, log }: Pick<Identity, 'secrets' | 'log'>,
  { model }: EntityStore<T>,
  { token, text }: { token: T; text: string },
): void {
  if (!secrets.hasOlderKeys || token.digest_key === secrets.keyId || token.refresh_digest !== undefined) return;
  const upgraded = { digest: secrets.digestOf(text), digest_key: secrets.keyId };
  model
    .updateOne({ _id: token._id, digest: token.digest } as object, { $set: upgraded as object })
    .catch((error: unknown) => log.warn({ err: error }, 'digest of a token not replaced'));
}

/** What this service stores under the secret of the instance. */
export function storedSecrets({ twoFactorBox: box }: Pick<Identity, 'twoFactorBox'>): StoredSecrets {
  const projection = { sealed: 1, pending_sealed: 1 } as const;
  return {
    sealed: [{ collection: 'two_factors', box, paths: ['sealed', 'pending_sealed'], projection }],
    digested: [
      {
        collection: 'tokens',
        filter: () => ({
          revoked: false,
          $and: [
            { $or: [{ expires_at: null }, { expires_at: { $gt: today() } }] },
            { $or: [{ refresh_until: { $exists: false } }, { refresh_until: { $gt: new Date() } }] },
          ],
        }),
      },
      {
        collection: 'deploy_tokens',
        filter: () => ({ $or: [{ expires_at: null }, { expires_at: { $gt: new Date() } }] }),
      },
    ],
  };
}
