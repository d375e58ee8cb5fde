/**
 * Rotation of `FORGE_SECRET`: the digest of a token is replaced when the token is used, and old
 * digests are counted.
 */
import type { StoredSecrets } from '@forgemesh/service';
import { today } from './credentials/tokens/token.model';
import type { Identity } from './deps';

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
