/** Tokens of links in emails: random, and stored only as digests. */
import { randomBytes } from 'node:crypto';
import { createDigests } from '@forgemesh/security';

const TOKEN_BYTES = 32;

/** Creates and digests the tokens of links in emails. */
export interface LinkSecrets {
  /** Creates a token and the digest to store. */
  create(): { token: string; digest: string };
  /** Digests under which a token may be stored, one per key. */
  digestsOf(token: string): string[];
}

/** Creates the digests of a service secret. */
export function createLinkSecrets(secret: string): LinkSecrets {
  const digestsOf = createDigests(secret, 'links');
  return {
    create() {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      return { token, digest: digestsOf(token)[0] as string };
    },
    digestsOf,
  };
}
