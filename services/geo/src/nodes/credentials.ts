/** Credentials of secondaries: a key id that is known and a secret that is sealed. */
import { randomBytes } from 'node:crypto';
import type { SecretBox } from '@forgemesh/security';
import type { NodeDocument } from './node.model';

/** What a node document keeps of them. */
export type KeptCredentials = Required<Pick<NodeDocument, 'key_id' | 'secret' | 'is_handed_over'>>;

/** Draws new ones. */
export function newCredentials(box: SecretBox): KeptCredentials {
  return {
    key_id: randomBytes(12).toString('hex'),
    secret: box.seal(randomBytes(32).toString('base64url')),
    is_handed_over: false,
  };
}

/**
 * The secret of a node; undefined where it has none that opens, as after the key of the instance
 * was lost.
 */
export function openSecret(box: SecretBox, { secret }: Pick<NodeDocument, 'secret'>): string | undefined {
  if (secret === undefined) return undefined;
  try {
    return box.open(secret);
  } catch {
    // Sealed with a key that this instance does not have: repairing the node helps.
    return undefined;
  }
}
