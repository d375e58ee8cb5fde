/**
 * Tokens of visitors: people without an account who read the web pages. A token names nobody, and
 * admits its holder to the reads that their operations open to visitors. All visitors of a period
 * have the same token, so that a proxy may serve one response to many of them.
 */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { decodeJwt, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { UnauthenticatedError } from '@forgemesh/errors';
import { openTrustedKeys, reloadOnChange } from '@forgemesh/security';

const PREFIX = 'visitor.';
/** The audience keeps tokens of visitors and contexts of calls apart: one key signs both. */
const AUDIENCE = 'visitors';
const ISSUER = 'gateway';
/** A new token is issued each period, and is valid for this one and the next. */
const PERIOD_SECONDS = 3600;
/** More than the tokens that are valid at a time. */
const MAX_VERIFIED = 16;

/** A token and its remaining lifetime in seconds. */
export interface VisitorToken {
  token: string;
  seconds: number;
}

/** Issues and verifies tokens of visitors. */
export interface VisitorTokens {
  /** Returns the token of the current period. */
  issue(): Promise<VisitorToken>;
  /** Throws UnauthenticatedError unless a gateway has issued the token and it has not expired. */
  verify(token: string): Promise<void>;
}

/** Files with the keys of the gateway. */
export interface VisitorKeys {
  /** Private key that signs tokens. */
  signingKey: string;
  /** Public keys of all processes: other gateways may use another key for a while. */
  trustedKeys: string;
}

/** Whether a token has the form of those of visitors. */
export function isVisitorToken(token: string): boolean {
  return token.startsWith(PREFIX);
}

/** Creates the issuer. */
export function createVisitorTokens({ signingKey, trustedKeys }: VisitorKeys, now = Date.now): VisitorTokens {
  const privateKey = reloadOnChange([signingKey], () => createPrivateKey(readFileSync(signingKey)));
  const publicKeys = openTrustedKeys(trustedKeys);
  /** Expiry of verified tokens, in seconds since 1970. */
  const verified = new LRUCache<string, number>({ max: MAX_VERIFIED });
  let keysOfVerified = publicKeys();

  return {
    async issue() {
      const seconds = now() / 1000;
      const expiry = (Math.floor(seconds / PERIOD_SECONDS) + 2) * PERIOD_SECONDS;
      const token = await new SignJWT()
        .setProtectedHeader({ alg: 'EdDSA' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setExpirationTime(expiry)
        .sign(privateKey());
      return { token: `${PREFIX}${token}`, seconds: Math.floor(expiry - seconds) };
    },
    async verify(token) {
      const keys = publicKeys();
      if (keys !== keysOfVerified) {
        // Tokens signed with keys that are no longer trusted must not come from the cache.
        verified.clear();
        keysOfVerified = keys;
      }
      let expiry = verified.get(token);
      if (expiry === undefined) {
        expiry = await verifiedExpiry(token.slice(PREFIX.length), keys.get(ISSUER) ?? []);
        verified.set(token, expiry);
      }
      if (expiry <= now() / 1000) throw new UnauthenticatedError();
    },
  };
}

/** Returns the expiry of a token that one of the keys signed. Throws UnauthenticatedError. */
async function verifiedExpiry(token: string, keys: readonly KeyObject[]): Promise<number> {
  let failure: unknown = new Error('no key of the gateway is trusted');
  for (const key of keys) {
    try {
      const options = { algorithms: ['EdDSA'], issuer: ISSUER, audience: AUDIENCE, requiredClaims: ['exp'] };
      // The caller compares the expiry with its own clock.
      await jwtVerify(token, key, { ...options, currentDate: new Date(0) });
      return decodeJwt(token).exp ?? 0;
    } catch (error) {
      failure = error;
    }
  }
  throw Object.assign(new UnauthenticatedError(), { cause: failure });
}
