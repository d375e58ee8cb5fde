/**
 * Git over HTTP: `/<full path>.git/info/refs`, `git-upload-pack`, `git-receive-pack`, and the same
 * of a wiki.
 *
 * The caller is checked here, then the request is streamed to the storage that holds the
 * repository; nothing reads its body before the storage has taken it.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ForbiddenError, ForgeError, isForgeError, errorCatalogue } from '@forgemesh/errors';
import { CONTEXT_KEY, gitTarget, type ContextSigner } from '@forgemesh/rpc';
import type { Logger } from '@forgemesh/telemetry';
import { withoutHopHeaders } from '@forgemesh/web';
import { bearerOf, noteCaller, type Authenticator, type Credentials } from '../auth/authenticate';
import type { Authorizer } from '../auth/authorize';
import type { Middleware } from '../server/request-handler';
import { authorizeGit, gitTextOf } from './git-access';
import { readGitRequest, type GitRequest } from './git-request';
import type { GitStorages, TakenRequest } from './git-storages';
import { watchPace, type PaceLimits } from '../body/body-pace';
import { headerOf, type Exchange } from '../server/exchange';
import { commonHeaders, sendText } from '../response/send';
import { drainRequest } from '../response/drain-request';
import { signalOnDisconnect } from '../server/client-disconnect';
import type { RateLimiter } from '../rate-limit/rate-limiter';
import type { AuthorizationCache } from '../auth/authorization-cache';

/** Dependencies of the proxy. */
export interface GitProxyOptions {
  authenticator: Authenticator;
  authorizer: Authorizer;
  authorizationCache: AuthorizationCache;
  signer: ContextSigner;
  rateLimiter: RateLimiter;
  storages: GitStorages;
  /** How fast bodies of clients that have signed in have to come. */
  pace: PaceLimits;
  tier: number;
  log: Logger;
}

const deniedText = 'HTTP Basic: Access denied\n';
/** No user name or email is longer. */
const MAX_LOGIN = 512;
/**
 * Passwords of this form are tokens, which are not guessed: those of users and machines, of
 * sign-ins, of nodes, and of earlier releases.
 */
const tokenText = /^(?:glpat-[\w-]{20}|[0-9a-f]{64}|[\w-]{20}|geo\..+)$/;
const credentialHeaders: ReadonlySet<string> = new Set(['authorization', 'private-token', 'cookie']);

/** Creates the middleware for git clients. */
export function createGitProxy(options: GitProxyOptions): Middleware {
  return async (exchange) => {
    const wanted = readGitRequest(exchange);
    if (wanted === undefined) return false;
    exchange.label = wanted === 'dumb' ? 'git_dumb' : wanted.isPush ? 'git_push' : 'git_pull';
    try {
      if (wanted === 'dumb') throw new ForbiddenError('This git client is too old.');
      await serve(options, exchange, wanted);
    } catch (error) {
      refuse(exchange, error, options.log);
    }
    return true;
  };
}

async function serve(
  { authenticator, authorizer, authorizationCache, storages, signer, rateLimiter, pace, tier }: GitProxyOptions,
  exchange: Exchange,
  wanted: GitRequest,
): Promise<void> {
  const credentials = { ...gitCredentialsOf(exchange), sudo: undefined, address: exchange.client.address, git: true };
  if (credentials.login && !tokenText.test(credentials.token ?? ''))
    rateLimiter.takeSignIn(exchange.client.limitAddress);
  const identity = await authenticator.authenticate(credentials).catch((error: unknown) => {
    rateLimiter.takeRefused(exchange, error);
    throw error;
  });
  noteCaller(exchange, identity);
  rateLimiter.take(exchange, exchange.userId);
  if (identity.user) exchange.pace = pace;
  const resource = await authorizeGit(authorizer, identity, wanted);
  const context = {
    user: identity.user,
    real_user_id: identity.realUserId,
    scopes: identity.scopes,
    token_id: identity.tokenId,
    tier,
    address: exchange.client.address,
    user_agent: headerOf(exchange, 'user-agent')?.slice(0, 500) ?? '',
    request_id: exchange.id,
    operation_id: wanted.isPush ? randomUUID() : '',
    access: { id: resource },
  };
  if (wanted.isPush) authorizationCache.invalidateLocally([resource.id]);
  const { request, response, query } = exchange;
  const taken = await storages.ask(resource.storage, {
    method: exchange.method as 'GET' | 'POST',
    path: `/git/${resource.id}/${wanted.repository}/${wanted.suffix}${query === '' ? '' : `?${query}`}`,
    headers: async () => ({
      ...headersForStorage(request.headers),
      'X-Request-Id': exchange.id,
      [CONTEXT_KEY]: await signer.sign(context, gitTarget(resource.id, wanted.repository)),
    }),
    signal: signalOnDisconnect(response),
  });
  await passOn(exchange, taken, wanted.isPush ? () => authorizationCache.invalidate([resource.id]) : undefined);
}

/**
 * Credentials of a git client: the password of Basic, which may be a token with any user name, or a
 * token in one of the API's headers.
 */
function gitCredentialsOf(exchange: Exchange): Pick<Credentials, 'token' | 'login'> {
  const basic = /^Basic +(\S+)/i.exec(headerOf(exchange, 'authorization') ?? '')?.[1];
  if (basic !== undefined) {
    const pair = Buffer.from(basic, 'base64').toString('utf8');
    const colon = pair.indexOf(':');
    return { token: pair.slice(colon + 1) || undefined, login: pair.slice(0, Math.max(colon, 0)).slice(0, MAX_LOGIN) };
  }
  return { token: headerOf(exchange, 'private-token') ?? bearerOf(exchange) };
}

/**
 * Passes the rest of the client's request on and the answer back, each no faster than the other
 * side takes it.
 */
async function passOn(
  exchange: Exchange,
  { outgoing, answered }: TakenRequest,
  onAnswered: (() => Promise<void>) | undefined,
): Promise<void> {
  const { request, response } = exchange;
  if (!outgoing.writableEnded) {
    request.pipe(outgoing);
    watchPace(request, exchange.pace, () => request.destroy());
  }
  const answer = await answered;
  const headers = { ...commonHeaders(exchange), ...withoutHopHeaders(answer.headers) };
  // The storage may answer before it has read the whole request; the rest is discarded.
  const isEarly = !request.complete;
  if (isEarly) headers['Connection'] = 'close';
  response.writeHead(answer.statusCode as number, headers);
  // A response that is cut off closes the client's connection: otherwise the client would wait for
  // ever.
  const beforeEnd = async (): Promise<void> => {
    await onAnswered?.();
    if (!isEarly) return;
    await drainRequest(exchange);
    outgoing.destroy();
  };
  const stages = onAnswered || isEarly ? [answer, endingAfter(beforeEnd), response] : [answer, response];
  await pipeline(stages).catch(() => undefined);
}

/** Passes chunks on, and the end of the stream only when some work is done. */
function endingAfter(work: () => Promise<void>): Transform {
  return new Transform({
    transform: (chunk, _encoding, next) => next(null, chunk),
    flush: (done) => void work().then(() => done(), done),
  });
}

/**
 * Headers of a request as a storage receives them (this server has sent `100 Continue` itself). The
 * storage trusts the signed context only; credentials are removed.
 */
function headersForStorage(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const passed = Object.entries(withoutHopHeaders(headers)).filter(
    ([name]) => !name.startsWith('forge-') && !credentialHeaders.has(name),
  );
  return Object.fromEntries(passed);
}

/** Git shows plain text to its user. */
function refuse(exchange: Exchange, error: unknown, log: Logger): void {
  // A client that hung up wants no answer.
  if (exchange.response.destroyed) return;
  const known = isForgeError(error) ? error : new ForgeError('internal');
  const status = errorCatalogue[known.reason].http;
  if (status >= 500) log.error({ err: error, request_id: exchange.id, operation: exchange.label }, 'request failed');
  const headers: Record<string, string> = {};
  if (known.retryAfter !== undefined) headers['Retry-After'] = String(known.retryAfter);
  if (!exchange.request.complete) headers['Connection'] = 'close';
  if (status === 401) {
    const text = known.message.startsWith(deniedText) ? `${known.message}\n` : deniedText;
    return sendText(exchange, 401, text, { ...headers, 'WWW-Authenticate': 'Basic realm="Forgemesh"' });
  }
  sendText(exchange, status, gitTextOf(known), headers);
}
