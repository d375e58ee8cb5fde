/** Credentials of secondaries: a public key id and an encrypted secret. */
import { randomBytes } from 'node:crypto';
import type { SecretBox } from '@forgemesh/security';
import type { NodeDocument } from './node.model';

/** Fields of a node document that hold its credentials. */
export type StoredCredentials = Required<Pick<NodeDocument, 'key_id' | 'secret' | 'is_handed_over'>>;

/** Generates new credentials. */
export function newCredentials(box: SecretBox): StoredCredentials {
  return {
    key_id: randomBytes(12).toString('hex'),
    secret: box.seal(randomBytes(32).toString('base64url')),
    is_handed_over: false,
  };
}

/** Decrypts the secret of a node; undefined if it has none or if no configured key decrypts it. */
export function openSecret(box: SecretBox, { secret }: Pick<NodeDocument, 'secret'>): string | undefined {
  if (secret === undefined) return undefined;
  try {
    return box.open(secret);
  } catch {
    // Encrypted with a key that is no longer configured: repair the node.
    return undefined;
  }
}
