/**
 * The signed context: who calls, on whose behalf, and what was granted.
 *
 * The gateway (and each service for its own calls) signs it with its Ed25519 key; services verify it against the
 * trusted keys and believe nothing else. It lives for a minute: long enough for a queue, too short to be worth stealing.
 *
 * Signing and verifying cost more than many a call itself, and one client's requests say the same again and again: what says the same is
 * signed once in a third of that minute, and verified once. So the id of the request travels beside it (`sendContext`): it is for logs, and
 * nothing is decided by it.
 */
import { createPrivateKey, randomUUID, X509Certificate, type KeyObject } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import type { Metadata } from '@grpc/grpc-js';
import { createLocalJWKSet, jwtVerify, SignJWT, type JSONWebKeySet, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import { UnauthenticatedError } from './errors';
import { CONTEXT_KEY, REQUEST_ID_KEY } from './wire';

/** Lifetime of a signed context in seconds. */
const LIFETIME_SECONDS = 60;
/** How long the same is not signed again, in milliseconds. */
const REUSE_MS = 20_000;
/** Contexts that are known as signed or verified. */
const MOST_KNOWN = 2_000;
/** What fits into metadata. */
const saneRequestId = /^[!-~]{1,128}$/;
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
  /** Correlation id of the request in logs, calls and events. Travels beside the signed context. */
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
  const known = new LRUCache<string, Promise<string>>({ max: MOST_KNOWN, ttl: REUSE_MS, perf: Date });
  const signAnew = (context: CallContext): Promise<string> =>
    new SignJWT(context as unknown as JWTPayload)
      .setProtectedHeader({ alg: 'EdDSA', kid: issuer })
      .setIssuer(issuer)
      .setAudience(AUDIENCE)
      .setExpirationTime(Math.floor(Date.now() / 1000) + LIFETIME_SECONDS)
      .sign(key);
  return {
    sign(context) {
      const said = JSON.stringify(context);
      const before = known.get(said);
      if (before) return before;
      const signed = signAnew(context);
      known.set(said, signed);
      signed.catch(() => known.delete(said));
      return signed;
    },
  };
}

/** Sends a context with a call. */
export async function sendContext(signer: ContextSigner, context: CallContext, metadata: Metadata): Promise<void> {
  const { request_id: requestId } = context;
  metadata.set(CONTEXT_KEY, await signer.sign({ ...context, request_id: '' }));
  if (saneRequestId.test(requestId)) metadata.set(REQUEST_ID_KEY, requestId);
}

/** The context of a call. Throws UnauthenticatedError for anything but a valid one. */
export async function receiveContext(verifier: ContextVerifier, metadata: Metadata): Promise<VerifiedContext> {
  const token = metadata.get(CONTEXT_KEY)[0];
  if (typeof token !== 'string') throw new UnauthenticatedError();
  const context = await verifier.verify(token);
  const [beside = ''] = metadata.get(REQUEST_ID_KEY);
  const sent = context.request_id || String(beside);
  return { ...context, request_id: saneRequestId.test(sent) ? sent : randomUUID() };
}

/**
 * Makes a verifier from the public keys of all processes: a file (JWKS; `kid` is the process name), or a folder of certificates
 * `<process name>.crt`, of which nothing but the key counts. Charts can make those, but no key set.
 */
export function createVerifier(keysPath: string): ContextVerifier {
  const keys = createLocalJWKSet(readKeys(keysPath));
  const known = new LRUCache<string, VerifiedContext>({ max: MOST_KNOWN, perf: Date });
  return {
    async verify(token) {
      const before = known.get(token);
      if (before) return before;
      try {
        const { payload, protectedHeader } = await jwtVerify(token, keys, {
          audience: AUDIENCE,
          algorithms: ['EdDSA'],
        });
        // The issuer is whoever holds the key, not whoever the token says.
        if (payload.iss !== protectedHeader.kid) throw new Error('issuer does not hold the key');
        const context = frozen({ ...(payload as unknown as CallContext), issuer: payload.iss as string });
        const leftMs = (payload.exp ?? 0) * 1000 - Date.now();
        if (leftMs > 0) known.set(token, context, { ttl: leftMs });
        return context;
      } catch (error) {
        throw Object.assign(new UnauthenticatedError(), { cause: error });
      }
    },
  };
}

/** Many calls share what was verified once: none of them may change it. */
function frozen<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) frozen(part as object);
  return Object.freeze(value);
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
