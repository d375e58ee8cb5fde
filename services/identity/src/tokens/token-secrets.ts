/** Tokens come into being here and are digested here. */
import { randomUUID } from 'node:crypto';
import { createDigests } from '@forgemesh/kit';

/** 120 bits, 20 characters in base64url. */
const SECRET_BYTES = 15;

/** What `create` and `createPair` make. */
const tokenText = /^(?:glpat-[\w-]{20}|[0-9a-f]{64})$/;

/** Whether a text could be a token, be it that of nobody any more. */
export function looksLikeToken(text: string): boolean {
  return tokenText.test(text);
}

/** Makes and digests tokens. */
export interface TokenSecrets {
  /**
   * A new token, `glpat-` and 20 characters. A repeated write gets the token of the first: it follows from the id of the write and the
   * secret of the instance, without which it cannot be guessed.
   */
  create(operationId?: string): string;
  /** A new token without a prefix, and the text for which it is exchanged; repeated as `create` does. */
  createPair(operationId?: string): [token: string, refresh: string];
  /** Digests under which a token may be stored: that of the current key first, then those of older keys. */
  digestsOf(token: string): string[];
  /** Digest under which a new token is stored. */
  digestOf(token: string): string;
}

/** Makes them for an instance. */
export function createTokenSecrets(secret: string): TokenSecrets {
  const secretsOf = createDigests(secret, 'new tokens');
  const digestsOf = createDigests(secret, 'tokens');
  const secretOf = (text: string): string => secretsOf(text)[0] as string;
  return {
    create(operationId: string = randomUUID()) {
      const bytes = Buffer.from(secretOf(operationId), 'hex').subarray(0, SECRET_BYTES);
      return `glpat-${bytes.toString('base64url')}`;
    },
    createPair: (operationId = randomUUID()) => [secretOf(`access ${operationId}`), secretOf(`refresh ${operationId}`)],
    digestsOf,
    digestOf: (token) => digestsOf(token)[0] as string,
  };
}
