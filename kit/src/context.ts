/**
 * The signed context: who calls, on whose behalf, and what was granted.
 *
 * The gateway (and each service for its own calls) signs it with its Ed25519 key; services verify it against the
 * trusted keys and believe nothing else. It lives for a minute: long enough for a queue, too short to be worth stealing.
 */
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import { createLocalJWKSet, jwtVerify, SignJWT, type JSONWebKeySet, type JWTPayload } from 'jose';
import { UnauthenticatedError } from './errors';

/** Lifetime of a signed context in seconds. */
const LIFETIME_SECONDS = 60;
const AUDIENCE = 'forgemesh';
const CERTIFICATE = '.crt';

/** A user as far as rights are concerned. */
export interface Principal {
  id: number;
  username: string;
  name: string;
  admin: boolean;
  /** External users count as non-members on internal projects. */
  external: boolean;
}

/** What a call knows of its caller. */
export interface CallContext {
  /** The user whose rights count (the target of sudo where it is used); null for anonymous and service calls. */
  user: Principal | null;
  /** The user who holds the token; differs from `user` under sudo. */
  real_user_id: number | null;
  /** Scopes of the token. */
  scopes: string[];
  /** Id of the token in identity; absent where no user's token was sent. */
  token_id?: number | undefined;
  /** Licence tier of the instance, 0 to 3. */
  tier: number;
  /** Address of the client. */
  address: string;
  user_agent: string;
  /** Correlation id of the request in logs, calls and events. */
  request_id: string;
  /** Id of a write; the same when the gateway asks once more. Empty for reads. */
  operation_id: string;
  /** What `projects.Authorize` answered for the access rules of the operation, by parameter. */
  access: Record<string, AuthorizedResource>;
}

/** A verified context and the process that signed it. */
export interface VerifiedContext extends CallContext {
  /** Name of the signing process: `gateway` or a service. */
  issuer: string;
}

/** Signs contexts in the name of one process. */
export interface ContextSigner {
  sign(context: CallContext): Promise<string>;
}

/** Verifies contexts of the trusted processes. */
export interface ContextVerifier {
  /** Throws UnauthenticatedError for anything but a valid context. */
  verify(token: string): Promise<VerifiedContext>;
}

/** A context without user, for work that no request started. */
export function serviceContext(requestId: string): CallContext {
  return {
    user: null,
    real_user_id: null,
    scopes: [],
    tier: 0,
    address: '',
    user_agent: '',
    request_id: requestId,
    operation_id: '',
    access: {},
  };
}

/** Makes a signer from the private key in a PEM file. */
export function createSigner(issuer: string, keyFile: string): ContextSigner {
  const key: KeyObject = createPrivateKey(readFileSync(keyFile));
  return {
    sign: (context) =>
      new SignJWT(context as unknown as JWTPayload)
        .setProtectedHeader({ alg: 'EdDSA', kid: issuer })
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setExpirationTime(Math.floor(Date.now() / 1000) + LIFETIME_SECONDS)
        .sign(key),
  };
}

/**
 * Makes a verifier from the public keys of all processes: a file (JWKS; `kid` is the process name), or a folder of certificates
 * `<process name>.crt`, of which nothing but the key counts. Charts can make those, but no key set.
 */
export function createVerifier(keysPath: string): ContextVerifier {
  const keys = createLocalJWKSet(readKeys(keysPath));
  return {
    async verify(token) {
      try {
        const { payload, protectedHeader } = await jwtVerify(token, keys, {
          audience: AUDIENCE,
          algorithms: ['EdDSA'],
        });
        // The issuer is whoever holds the key, not whoever the token says.
        if (payload.iss !== protectedHeader.kid) throw new Error('issuer does not hold the key');
        return { ...(payload as unknown as CallContext), issuer: payload.iss as string };
      } catch (error) {
        throw Object.assign(new UnauthenticatedError(), { cause: error });
      }
    },
  };
}

function readKeys(path: string): JSONWebKeySet {
  if (!statSync(path).isDirectory()) return JSON.parse(readFileSync(path, 'utf8')) as JSONWebKeySet;
  const certificates = readdirSync(path).filter((name) => name.endsWith(CERTIFICATE));
  const keys = certificates.map((name) => {
    const { publicKey } = new X509Certificate(readFileSync(join(path, name)));
    return {
      ...publicKey.export({ format: 'jwk' }),
      kid: name.slice(0, -CERTIFICATE.length),
      alg: 'EdDSA',
      use: 'sig',
    };
  });
  return { keys } as JSONWebKeySet;
}
