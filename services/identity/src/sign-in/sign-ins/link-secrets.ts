/** Tokens of links in mails: random, and stored as digests only. */
import { randomBytes } from 'node:crypto';
import { createDigests } from '@forgemesh/security';

const TOKEN_BYTES = 32;

/** Creates and digests the tokens of links in mails. */
export interface LinkSecrets {
  /** A new token, and the digest that is stored. */
  create(): { token: string; digest: string };
  /** Digests under which a token may be stored, one for each key. */
  digestsOf(token: string): string[];
}

/** Creates them from the secret of the service. */
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
