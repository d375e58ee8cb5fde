/**
 * The signed context of a call: the calling process, the user on whose behalf it calls, and the
 * granted access.
 *
 * Every process signs the contexts of its calls with its own Ed25519 key. A context names its
 * audience (a service) and one method, and is valid for seconds. Only the gateway may name a user.
 * A service that calls another one while it handles a request forwards the contexts that it
 * received, the gateway's first: each names the signer of the next as its audience, so a service
 * can act only for users who called it.
 *
 * Signing and verifying cost more than many calls: a context is reused for a few seconds, and a
 * signature is verified once. Therefore the request id is sent separately (`sendContext`): it is
 * used for logs only.
 */
import { createPrivateKey, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { currentTraceParent, type CallContext, type ForwardedContexts, type RequestOrigin } from '@forgemesh/telemetry';
import type { Metadata } from '@grpc/grpc-js';
import { decodeProtectedHeader, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import { UnauthenticatedError, UnavailableError } from '@forgemesh/errors';
import { reloadOnChange, openTrustedKeys, type TrustedKeys } from '@forgemesh/security';
import { CONTEXT_KEY, FORWARDED_KEY, REQUEST_ID_KEY, TRACE_PARENT_KEY } from './wire';

/** Lifetime of a signed context in seconds. */
const LIFETIME_SECONDS = 30;
/** Tolerated difference between the clocks of two machines, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 10;
const EXPIRED_RETRY_AFTER_SECONDS = 5;
/**
 * How long a service may forward a context that it received, in seconds: longer than any operation
 * takes.
 */
const FORWARD_SECONDS = 150;
/** The same for transfers: uploads, downloads and git commands. */
const TRANSFER_FORWARD_SECONDS = 3_900;
/** A context is not forwarded in the last milliseconds before the receivers reject it. */
const FORWARD_MARGIN_MS = 15_000;
/** How long a signed context is reused, in milliseconds. */
const REUSE_MS = 5_000;
/** Maximum number of entries in the caches of signed and verified contexts. */
const MAX_CACHED = 2_000;
/** Maximum length of a chain of contexts: more services than any request passes through. */
const MAX_CHAIN = 8;
/** Valid as a metadata value. */
const validRequestId = /^[!-~]{1,128}$/;
/** The only process that may name users. */
export const GATEWAY = 'gateway';

/** The call for which a context is signed. */
export interface CallTarget {
  /** Name of the called service. */
  audience: string;
  /** Path of the RPC, or of the repository under `/git/`. */
  method: string;
  /** Whether the call is an upload, a download or a git command, which may take long. */
  isTransfer?: boolean;
  /**
   * Until when a receiving service may forward the context, in seconds since 1970; by default as
   * long as such calls may take.
   */
  forwardableUntil?: number;
}

/** A verified context and its signer. */
export interface VerifiedContext extends CallContext {
  /** Name of the signing process: `gateway` or a service. */
  issuer: string;
}

/** A call as the receiving process sees it. */
export interface ReceivedTarget extends Pick<CallTarget, 'method'> {
  /** Services for which the process handles calls. */
  audiences: ReadonlySet<string>;
}

/** Signs contexts on behalf of one process. */
export interface ContextSigner {
  /**
   * Signs a context for one call. A service never signs a user: `forwardedContexts` proves the
   * user.
   */
  sign(context: CallContext, target: CallTarget): Promise<string>;
}

/** A context as it is sent: the caller's own, and those that it forwards. */
export interface SentContext {
  token: string;
  forwarded: readonly string[];
}

/** Verifies contexts of the trusted processes. */
export interface ContextVerifier {
  /**
   * Throws UnauthenticatedError unless the context is valid for a call of this audience and method,
   * and UnavailableError if it has expired.
   */
  verify(sent: SentContext, target: ReceivedTarget): Promise<VerifiedContext>;
}

/** Creates a context without a user, for work that no request started. */
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
 * Creates a signer from the private key in a PEM file, which may be replaced while the process
 * runs.
 */
export function createSigner(issuer: string, keyFile: string): ContextSigner {
  const key = reloadOnChange([keyFile], () => createPrivateKey(readFileSync(keyFile)));
  const cache = new LRUCache<string, Promise<string>>({ max: MAX_CACHED, ttl: REUSE_MS, perf: Date });
  const signNew = (claims: object, target: CallTarget): Promise<string> => {
    const { audience, method, forwardableUntil: forwardable_until = forwardableUntil(target) } = target;
    return new SignJWT({ ...claims, method, forwardable_until })
      .setProtectedHeader({ alg: 'EdDSA', kid: issuer })
      .setIssuer(issuer)
      .setAudience(audience)
      .setExpirationTime(secondsNow() + LIFETIME_SECONDS)
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

/** Returns the claims that a process may sign. */
function claimsOf(issuer: string, { forwarded: _, request_id: __, ...claims }: CallContext): object {
  if (issuer === GATEWAY) return claims;
  const { tier, operation_id, access } = claims;
  return { tier, operation_id, access };
}

/** The target of a git command: one repository of a project, at the storage that holds it. */
export function gitTarget(projectId: number, kind: string): CallTarget {
  return { audience: 'repository', method: `/git/${projectId}/${kind}`, isTransfer: true };
}

/** Returns until when a context signed now may be forwarded, in seconds since 1970. */
export function forwardableUntil({ isTransfer }: Pick<CallTarget, 'isTransfer'>): number {
  return secondsNow() + (isTransfer ? TRANSFER_FORWARD_SECONDS : FORWARD_SECONDS);
}

function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}

/** Returns the calls that prove the user of a call; undefined if the service calls for itself. */
export function forwardableOf({ forwarded }: CallContext): ForwardedContexts | undefined {
  return forwarded?.isForwardable() ? forwarded : undefined;
}

/** Returns the contexts that prove the user of a call; empty if the service calls for itself. */
export async function forwardedContexts(context: CallContext): Promise<readonly string[]> {
  return (await forwardableOf(context)?.tokens()) ?? [];
}

/** Adds a context and the current span to the metadata of a call. */
export async function sendContext(
  signer: ContextSigner,
  context: CallContext,
  target: CallTarget,
  metadata: Metadata,
): Promise<void> {
  const { request_id: requestId } = context;
  metadata.set(CONTEXT_KEY, await signer.sign(context, target));
  const forwarded = await forwardedContexts(context);
  if (forwarded.length > 0) metadata.set(FORWARDED_KEY, forwarded.join(','));
  if (validRequestId.test(requestId)) metadata.set(REQUEST_ID_KEY, requestId);
  const traceParent = currentTraceParent();
  if (traceParent !== undefined) metadata.set(TRACE_PARENT_KEY, traceParent);
}

/**
 * Returns the verified context of a call to one of the audiences. Throws UnauthenticatedError if it
 * is not valid.
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
  const [sentId = ''] = metadata.get(REQUEST_ID_KEY);
  const sent = String(sentId);
  return { ...context, request_id: validRequestId.test(sent) ? sent : randomUUID() };
}

/**
 * Creates a verifier from the public keys of all processes (see `openTrustedKeys`), which may
 * change while the process runs.
 */
export function createVerifier(keysPath: string): ContextVerifier {
  const trusted = openTrustedKeys(keysPath);
  let keys = trusted();
  const cache = new LRUCache<string, Claims>({ max: MAX_CACHED, ttl: TRANSFER_FORWARD_SECONDS * 1000, perf: Date });
  /** Returns the claims of a token if the process that it names has signed it. */
  const read = async (token: string): Promise<Claims> => {
    if (keys !== trusted()) {
      // Tokens signed with keys that are no longer trusted must not come from the cache.
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
        assertChainLength(tokens.length);
        const origin = forwarded.length === 0 ? claims : originOf(await Promise.all(tokens.map(read)));
        return verified(claims, origin, tokens);
      } catch (error) {
        if (error instanceof ExpiredContextError) throw error;
        throw Object.assign(new UnauthenticatedError(), { cause: error });
      }
    },
  };
}

/** Throws an error if a request passed through more services than any does. */
export function assertChainLength(calls: number): void {
  if (calls > MAX_CHAIN) throw new Error('the call passed through too many services');
}

/**
 * A genuine context that has expired. Its signer has just signed it, so the clocks of the two
 * processes differ, or the call took too long. The user's token is not the cause: clients may
 * retry, and events wait.
 */
class ExpiredContextError extends UnavailableError {
  constructor() {
    super('The call has expired: the clocks of the services differ, or it took too long. Try again later.', {
      retryAfter: EXPIRED_RETRY_AFTER_SECONDS,
    });
  }
}

/**
 * Verifies that the process that a token names has signed it with one of its trusted keys. Times
 * are checked at each use.
 */
async function verifySignature(token: string, keys: TrustedKeys): Promise<JWTPayload> {
  const { kid = '' } = decodeProtectedHeader(token);
  let failure: unknown = new Error(`no trusted key of ${kid} verifies the token`);
  for (const key of keys.get(kid) ?? []) {
    try {
      const { payload } = await jwtVerify(token, key, { algorithms: ['EdDSA'], currentDate: new Date(0) });
      // The issuer must be the process that holds the key, not just any name in the token.
      if (payload.iss !== kid) throw new Error('the issuer does not hold the key');
      return payload;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Claims of a signed context. */
interface Claims extends Omit<CallContext, 'request_id' | 'forwarded'> {
  iss: string;
  aud: string;
  exp: number;
  method: string;
  /** Until when a receiving service may forward it, in seconds since 1970. */
  forwardable_until: number;
}

function assertFor({ exp, aud, method }: Claims, target: ReceivedTarget): void {
  if (!target.audiences.has(aud)) throw new Error(`the context is for ${aud}`);
  if (method !== target.method) throw new Error(`the context is for ${method}`);
  if (exp + CLOCK_TOLERANCE_SECONDS < Date.now() / 1000) throw new ExpiredContextError();
}

/**
 * Returns the gateway's context at the start of a chain: each context was made for the signer of
 * the next.
 */
function originOf(chain: readonly Claims[]): Claims {
  const [origin, ...rest] = chain as [Claims, ...Claims[]];
  if (origin.iss !== GATEWAY) throw new Error('the first context was not signed by the gateway');
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
  const own = { request_id: '', operation_id, access, issuer };
  if (origin.iss !== GATEWAY) return { ...noOrigin, tier, ...own };
  const isForwardable = untilForwarded(origin.forwardable_until);
  const forwarded = {
    origin: originFields(origin),
    length: tokens.length,
    tokens: () => Promise.resolve(tokens),
    isForwardable,
  };
  return { ...forwarded.origin, ...own, forwarded };
}

/**
 * Returns whether a context may still be forwarded, by a clock that is never set: a request keeps
 * its user if the time of day changes meanwhile.
 * @param until in seconds since 1970
 */
function untilForwarded(until: number): () => boolean {
  const end = performance.now() + until * 1000 - Date.now() - FORWARD_MARGIN_MS;
  return () => performance.now() < end;
}

const noOrigin = { user: null, real_user_id: null, scopes: [], address: '', user_agent: '' };

/** Returns what the gateway's context states about the request. */
function originFields(context: RequestOrigin): RequestOrigin {
  const { user, real_user_id, scopes, token_id, tier, address, user_agent } = context;
  return { user, real_user_id, scopes, ...(token_id !== undefined && { token_id }), tier, address, user_agent };
}

/**
 * Returns the context that a service of the same process receives: what `verify` would return for
 * the signed context. Nothing is signed until the service calls another process. Throws
 * UnauthenticatedError if the request passed through too many services.
 */
export function localContext(
  { issuer, signer }: { issuer: string; signer: ContextSigner },
  sent: CallContext,
  target: CallTarget,
): VerifiedContext {
  const { request_id: sentId, operation_id, access, tier } = sent;
  const request_id = validRequestId.test(sentId) ? sentId : randomUUID();
  const own = { request_id, operation_id, access: frozen(access), issuer };
  const earlier = forwardableOf(sent);
  if (issuer !== GATEWAY && !earlier) return { ...noOrigin, tier, ...own };
  const length = (earlier?.length ?? 0) + 1;
  try {
    assertChainLength(length);
  } catch (error) {
    throw Object.assign(new UnauthenticatedError(), { cause: error });
  }
  const forwardable = forwardableUntil(target);
  const forwarded = {
    origin: earlier?.origin ?? frozen(originFields(sent)),
    length,
    tokens: async () => [
      ...((await earlier?.tokens()) ?? []),
      await signer.sign(sent, { ...target, forwardableUntil: forwardable }),
    ],
    isForwardable: earlier?.isForwardable ?? untilForwarded(forwardable),
  };
  return { ...forwarded.origin, ...own, forwarded };
}

/** Many calls share a verified context: none of them may change it. */
function frozen<T extends object>(value: T): T {
  if (Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) frozen(part as object);
  return Object.freeze(value);
}
