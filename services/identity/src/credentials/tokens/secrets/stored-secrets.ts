/**
 * Rotation of `FORGE_SECRET`: the digest of a token is replaced when the token is used, and old
 * digests are counted.
 */
import type { EntityDocument, EntityStore } from '@forgemesh/data';
import type { StoredSecrets } from '@forgemesh/service';
import type { Identity } from '#deps';
import { today } from '../token.model';

type Digested = EntityDocument & { digest: string; digest_key?: string; refresh_digest?: string };

/**
 * Replaces the digest of a used token by that of the current key. Digests of sign-ins are replaced
 * by their next refresh.
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

type StoredSecretsDeps = Pick<Identity, 'twoFactorBox' | 'passwordBox' | 'staticObjectTokenBox'>;

/** The data that this service encrypts or digests with its secret. */
export function storedSecrets({ twoFactorBox, passwordBox, staticObjectTokenBox }: StoredSecretsDeps): StoredSecrets {
  return {
    sealed: [
      {
        collection: 'two_factors',
        box: twoFactorBox,
        paths: ['sealed', 'pending_sealed'],
        projection: { sealed: 1, pending_sealed: 1 },
      },
      { collection: 'users', box: passwordBox, paths: ['password_hash'], projection: { password_hash: 1 } },
      { collection: 'static_object_tokens', box: staticObjectTokenBox, paths: ['sealed'] },
      { collection: 'password_transitions', box: passwordBox, paths: ['sealed'] },
    ],
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
