/** Creates random tokens and digests them for storage. */
import { randomBytes } from 'node:crypto';
import { createDigests, keyIdsOf } from '@forgemesh/security';

/** 120 bits, 20 characters in base64url. */
const SECRET_BYTES = 15;
/** 256 bits, 64 characters in hex. */
const SIGN_IN_BYTES = 32;
/**
 * Leading characters of a refresh token that stay the same as long as the sign-in lasts: 96 bits.
 */
const FAMILY_LENGTH = 24;
/** What `createToken` and `createSignInToken` create. */
const tokenText = /^(?:glpat-[\w-]{20}|[0-9a-f]{64})$/;

/** Whether a text has the form of a token, valid or not. */
export function looksLikeToken(text: string): boolean {
  return tokenText.test(text);
}

/** Creates a token: `glpat-` and 20 random characters. */
export function createToken(): string {
  return `glpat-${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/** Creates an access or refresh token of a sign-in. */
export function createSignInToken(): string {
  return randomBytes(SIGN_IN_BYTES).toString('hex');
}

/** The part that all refresh tokens of one sign-in share. */
export function familyOf(refreshToken: string): string {
  return refreshToken.slice(0, FAMILY_LENGTH);
}

/** A new refresh token of the same sign-in, with the random part of another one. */
export function nextRefreshToken(refreshToken: string, random: string): string {
  return familyOf(refreshToken) + random.slice(FAMILY_LENGTH);
}

/** Digests tokens. */
export interface TokenSecrets {
  /**
   * Digests under which a token may be stored: that of the current key first, then those of older
   * keys.
   */
  digestsOf(token: string): string[];
  /** Digest under which a new token is stored. */
  digestOf(token: string): string;
  /** Name of the key of new digests. */
  keyId: string;
  /** Whether stored digests may be those of an older key. */
  hasOlderKeys: boolean;
}

/** Creates the digests of an instance. */
export function createTokenSecrets(secret: string): TokenSecrets {
  const digestsOf = createDigests(secret, 'tokens');
  const [keyId = '', ...olderKeyIds] = keyIdsOf(secret);
  return { digestsOf, digestOf: (token) => digestsOf(token)[0] as string, keyId, hasOlderKeys: olderKeyIds.length > 0 };
}
