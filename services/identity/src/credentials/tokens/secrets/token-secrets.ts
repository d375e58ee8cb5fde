/** Creates random tokens and digests them for storage. */
import { randomBytes } from 'node:crypto';
import { createDigests, keyIdsOf } from '@forgemesh/security';

/** 120 bits, 20 characters in base64url. */
const SECRET_BYTES = 15;
/** 256 bits, 64 characters in hex. */
const SIGN_IN_BYTES = 32;
/** Leading characters that all refresh tokens of a sign-in share: 96 bits. */
const FAMILY_LENGTH = 24;
/** Format of tokens from `createToken` and `createSignInToken`. */
const tokenText = /^(?:glpat-[\w-]{20}|[0-9a-f]{64})$/;

/** Whether a text has the format of a token, valid or not. */
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

/** Returns the part that all refresh tokens of one sign-in share. */
export function familyOf(refreshToken: string): string {
  return refreshToken.slice(0, FAMILY_LENGTH);
}

/** Creates a refresh token of the same sign-in, with a new random part. */
export function nextRefreshToken(refreshToken: string, random: string): string {
  return familyOf(refreshToken) + random.slice(FAMILY_LENGTH);
}

/** Digests tokens. */
export interface TokenSecrets {
  /** Digests under which a token may be stored: current key first, then older keys. */
  digestsOf(token: string): string[];
  /** Digest of a new token. */
  digestOf(token: string): string;
  /** Id of the key of new digests. */
  keyId: string;
  /** Whether stored digests may use an older key. */
  hasOlderKeys: boolean;
}

/** Creates the digests of a service secret. */
export function createTokenSecrets(secret: string): TokenSecrets {
  const digestsOf = createDigests(secret, 'tokens');
  const [keyId = '', ...olderKeyIds] = keyIdsOf(secret);
  return { digestsOf, digestOf: (token) => digestsOf(token)[0] as string, keyId, hasOlderKeys: olderKeyIds.length > 0 };
}
