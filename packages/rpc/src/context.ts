/**
 * The signed context of a call: the process that calls, the user on whose behalf, and what was
 * granted.
 *
 * Every process signs the contexts of its calls with its own Ed25519 key. A context names its
 * audience (a service) and one method, and lives for seconds. Only the gateway may name a user. A
 * service that calls another one while it answers a request passes on the contexts that it
 * received, the gateway's first: each names the signer of the next as its audience, so that a
 * service can act only for users who called it.
 *
 * Signing and verifying cost more than many a call itself: the same context is signed once in a few
 * seconds, and a signature is verified once. So the id of the request travels beside the context
 * (`sendContext`): it is for logs, and nothing is decided by it.
 */
import { createPrivateKey, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { CallContext } from '@forgemesh/telemetry';
import type { Metadata } from '@grpc/grpc-js';
import { decodeProtectedHeader, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import { UnauthenticatedError, UnavailableError } from '@forgemesh/errors';
import { readFresh, openTrustedKeys, type TrustedKeys } from '@forgemesh/security';
import { CONTEXT_KEY, FORWARDED_KEY, REQUEST_ID_KEY } from './wire';

/** Lifetime of a signed context in seconds. */
const LIFETIME_SECONDS = 30;
/** Difference between the clocks of two machines that is tolerated, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 10;
const EXPIRED_RETRY_AFTER_SECONDS = 5;
/**
 * For how long a service may pass on a context that it received, in seconds: longer than an
 * operation takes.
 */
const FORWARD_SECONDS = 150;
/** The same for transfers: uploads, downloads and git commands. */
const TRANSFER_FORWARD_SECONDS = 3_900;
/** A context is not passed on in the last seconds before the others refuse it, in milliseconds. */
const FORWARD_MARGIN_MS = 15_000;
/** For how long a signed context is used again, in milliseconds. */
const REUSE_MS = 5_000;
/** Entries of the caches of signed and verified contexts. */
const MAX_CACHED = 2_000;
/** Longest chain of contexts: more services than any request passes through. */
const MAX_CHAIN = 8;
/** What fits into metadata. */
const saneRequestId = /^[!-~]{1,128}$/;
/** The process that names users. */
export const GATEWAY = 'gateway';

/** The call that a context is for. */
export interface CallTarget {
  /** Name of the service that is called. */
  audience: string;
  /** Path of the RPC, or of the repository under `/git/`. */
  method: string;
  /** Whether it is an upload, a download or a git command, which may take long. */
  isTransfer?: boolean;
}

/** A verified context and the process that signed it. */
export interface VerifiedContext extends CallContext {
  /** Name of the signing process: `gateway` or a service. */
  issuer: string;
}

/** A call as the process sees it that answers. */
export interface ReceivedTarget extends Pick<CallTarget, 'method'> {
  /** Services in whose name the process answers. */
  audiences: ReadonlySet<string>;
}

/** Signs contexts in the name of one process. */
export interface ContextSigner {
  /**
   * Signs a context for one call. A service signs what it asks for, never a user: that is what
   * `forwardedContexts` shows.
   */
  sign(context: CallContext, target: CallTarget): Promise<string>;
}

/** A context as it travels: the caller's own, and those that it passes on. */
export interface SentContext {
  token: string;
  forwarded: readonly string[];
}

/** Verifies contexts of the trusted processes. */
export interface ContextVerifier {
  /**
   * Throws UnauthenticatedError for anything but a valid context for a call of this audience and
   * method, UnavailableError for one that has expired.
   */
  verify(sent: SentContext, target: ReceivedTarget): Promise<VerifiedContext>;
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

/**
 * Makes a signer from the private key in a PEM file, which may be replaced while the process runs.
 */
export function createSigner(issuer: string, keyFile: string): ContextSigner {
  const key = readFresh([keyFile], () => createPrivateKey(readFileSync(keyFile)));
  const cache = new LRUCache<string, Promise<string>>({ max: MAX_CACHED, ttl: REUSE_MS, perf: Date });
  const signNew = (claims: object, { audience, method, isTransfer }: CallTarget): Promise<string> => {
    const now = Math.floor(Date.now() / 1000);
    const forwardable_until = now + (isTransfer ? TRANSFER_FORWARD_SECONDS : FORWARD_SECONDS);
    return new SignJWT({ ...claims, method, forwardable_until })
      .setProtectedHeader({ alg: 'EdDSA', kid: issuer })
      .setIssuer(issuer)
      .setAudience(audience)
      .setExpirationTime(now + LIFETIME_SECONDS)
      .sign(key());
  };
  return {
    sign(context, target) {
      const claims = claimsOf(issuer, context);
      const cacheKey = JSON.stringify([target, claims]);
      const cached = cache.get(cacheKey);
      if (cached) return cached;
      const signed = signNew(claims, target);
      cache.set(cacheKey, signed);
      signed.catch(() => cache.delete(cacheKey));
      return signed;
    },
  };
}

/** What a process says of a call in its own name. */
function claimsOf(issuer: string, { forwarded: _, request_id: __, ...claims }: CallContext): object {
  if (issuer === GATEWAY) return claims;
  const { tier, operation_id, access } = claims;
  return { tier, operation_id, access };
}

/** The target of a git command: one repository of a project, at the storage that holds it. */
export function gitTarget(projectId: number, kind: string): CallTarget {
  return { audience: 'repository', method: `/git/${projectId}/${kind}`, isTransfer: true };
}

/** The contexts that show for which user a service calls; none where it calls for itself. */
export function forwardedContexts({ forwarded }: CallContext): readonly string[] {
  return forwarded && Date.now() < forwarded.until - FORWARD_MARGIN_MS ? forwarded.tokens : [];
}

/** Sends a context with a call. */
export async function sendContext(
  signer: ContextSigner,
  context: CallContext,
  target: CallTarget,
  metadata: Metadata,
): Promise<void> {
  const { request_id: requestId } = context;
  metadata.set(CONTEXT_KEY, await signer.sign(context, target));
  const forwarded = forwardedContexts(context);
  if (forwarded.length > 0) metadata.set(FORWARDED_KEY, forwarded.join(','));
  if (saneRequestId.test(requestId)) metadata.set(REQUEST_ID_KEY, requestId);
}

/**
 * The context of a call of one of the audiences. Throws UnauthenticatedError for anything but a
 * valid one.
 */
export async function receiveContext(
  verifier: ContextVerifier,
  metadata: Metadata,
  target: ReceivedTarget,
): Promise<VerifiedContext> {
  const token = metadata.get(CONTEXT_KEY)[0];
  if (typeof token !== 'string') throw new UnauthenticatedError();
  const [forwarded = ''] = metadata.get(FORWARDED_KEY);
  const context = await verifier.verify({ token, forwarded: String(forwarded).split(',').filter(Boolean) }, target);
  const [beside = ''] = metadata.get(REQUEST_ID_KEY);
  const sent = String(beside);
  return { ...context, request_id: saneRequestId.test(sent) ? sent : randomUUID() };
}

/**
 * Makes a verifier from the public keys of all processes (see `openTrustedKeys`), which may change
 * while the process runs.
 */
export function createVerifier(keysPath: string): ContextVerifier {
  const trusted = openTrustedKeys(keysPath);
  let keys = trusted();
  const cache = new LRUCache<string, Claims>({ max: MAX_CACHED, ttl: TRANSFER_FORWARD_SECONDS * 1000, perf: Date });
  /** What a token says, if the process that it names has signed it. */
  const read = async (token: string): Promise<Claims> => {
    if (keys !== trusted()) {
      // Tokens of keys that are no longer trusted must not be served from the cache.
      keys = trusted();
      cache.clear();
    }
    const cached = cache.get(token);
    if (cached) return cached;
    const used = keys;
    const claims = frozen((await verifySignature(token, used)) as unknown as Claims);
    if (used === keys) cache.set(token, claims);
    return claims;
  };
  return {
    async verify({ token, forwarded }, target) {
      try {
        const claims = await read(token);
        assertFor(claims, target);
        const tokens = [...forwarded, token];
        if (tokens.length > MAX_CHAIN) throw new Error('the call passed through too many services');
        const origin = forwarded.length === 0 ? claims : originOf(await Promise.all(tokens.map(read)));
        return verified(claims, origin, tokens);
      } catch (error) {
        if (error instanceof ExpiredContextError) throw error;
        throw Object.assign(new UnauthenticatedError(), { cause: error });
      }
    },
  };
}

/**
 * A genuine context whose time is over. Its signer has just signed it, so the clocks of the two
 * processes differ, or the call was under way for too long. The user's token is not at fault:
 * clients may try again, and events wait.
 */
class ExpiredContextError extends UnavailableError {
  constructor() {
    super('The call has expired: the clocks of the services differ, or it took too long. Try again later.', {
      retryAfter: EXPIRED_RETRY_AFTER_SECONDS,
    });
  }
}

/**
 * What a token says, if the process that it names holds one of its trusted keys. Times are checked
 * at each use.
 */
async function verifySignature(token: string, keys: TrustedKeys): Promise<JWTPayload> {
  const { kid = '' } = decodeProtectedHeader(token);
  let failure: unknown = new Error(`no key of ${kid} is trusted`);
  for (const key of keys.get(kid) ?? []) {
    try {
      const { payload } = await jwtVerify(token, key, { algorithms: ['EdDSA'], currentDate: new Date(0) });
      // The issuer is the process that holds the key, not the one that the token names.
      if (payload.iss !== kid) throw new Error('the issuer does not hold the key');
      return payload;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** What a signed context says. */
interface Claims extends Omit<CallContext, 'request_id' | 'forwarded'> {
  iss: string;
  aud: string;
  exp: number;
  method: string;
  /** Until when a service that received it may pass it on, in seconds since 1970. */
  forwardable_until: number;
}

function assertFor({ exp, aud, method }: Claims, target: ReceivedTarget): void {
  if (!target.audiences.has(aud)) throw new Error(`the context is for ${aud}`);
  if (method !== target.method) throw new Error(`the context is for ${method}`);
  if (exp + CLOCK_TOLERANCE_SECONDS < Date.now() / 1000) throw new ExpiredContextError();
}

/**
 * The context of the gateway that some contexts lead back to: each was made for the signer of the
 * next.
 */
function originOf(chain: readonly Claims[]): Claims {
  const [origin, ...rest] = chain as [Claims, ...Claims[]];
  if (origin.iss !== GATEWAY) throw new Error('the first context is not of the gateway');
  let receiver = origin.aud;
  for (const { iss, aud } of rest) {
    if (iss !== receiver) throw new Error(`the context was made for ${receiver}, not for ${iss}`);
    receiver = aud;
  }
  if (origin.forwardable_until < Date.now() / 1000) throw new ExpiredContextError();
  return origin;
}

function verified(claims: Claims, origin: Claims, tokens: readonly string[]): VerifiedContext {
  const { tier, operation_id, access, iss: issuer } = claims;
  const ofGateway = origin.iss === GATEWAY;
  return {
    user: ofGateway ? origin.user : null,
    real_user_id: ofGateway ? origin.real_user_id : null,
    scopes: ofGateway ? origin.scopes : [],
    ...(ofGateway && origin.token_id !== undefined && { token_id: origin.token_id }),
    tier: ofGateway ? origin.tier : tier,
    address: ofGateway ? origin.address : '',
    user_agent: ofGateway ? origin.user_agent : '',
    request_id: '',
    ...{ operation_id, access, issuer },
    ...(ofGateway && { forwarded: { tokens, until: origin.forwardable_until * 1000 } }),
  };
}

/** Many calls share what was verified once: none of them may change it. */
function frozen<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) frozen(part as object);
  return Object.freeze(value);
}
