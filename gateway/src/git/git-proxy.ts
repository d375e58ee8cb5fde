/**
 * Git over HTTP: `/<full path>.git/info/refs`, `git-upload-pack`, `git-receive-pack`,
 * `info/bundles/<id>.bundle`, and the same for a wiki; and Git LFS: `info/lfs/...`.
 *
 * The caller is authorized here, then the request is streamed to the storage that holds the
 * repository; its body is not read before the storage has accepted it.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { hasGitScope } from '@forgemesh/access';
import { ForbiddenError, ForgeError, isForgeError, errorCatalogue } from '@forgemesh/errors';
import {
  CONTEXT_KEY,
  GATEWAY,
  GIT_NOTICE_KEY,
  gitTarget,
  localContext,
  TRACE_PARENT_KEY,
  type ContextSigner,
} from '@forgemesh/rpc';
import type { LocalRelay } from '@forgemesh/service';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import { currentTraceParent, type CallContext, type Logger } from '@forgemesh/telemetry';
import { pipeBody, withoutHopHeaders, type RelayedRequest } from '@forgemesh/http';
import { isTokenText, noteCaller, type Authenticator, type Identity } from '../auth/authenticate';
import type { Authorizer } from '../auth/authorize';
import type { Middleware } from '../server/request-handler';
import { authorizeGit, authorizeHolder, gitTextOf, gitTexts, identityOf, mayPushChangeAccess } from './git-access';
import { gitCredentialsOf } from './git-credentials';
import { readGitRequest, type GitRequest } from './git-request';
import type { GitStorages } from './git-storages';
import { lfsHeaders } from './lfs/lfs-headers';
import { sendLfsRefusal, type SendRefusal } from './lfs/lfs-refusal';
import type { LfsToken, LfsTokens } from './lfs/lfs-tokens';
import type { KeyHolders } from './ssh/ssh-options';
import { movedNotice, repositoryPath } from './moved-project';
import { watchPace, type PaceLimits } from '../body/body-pace';
import { headerOf, type HttpExchange } from '../server/exchange';
import { commonHeaders, sendText } from '../response/send';
import { sendMoved } from '../response/send-moved';
import { drainRequest } from '../response/drain-request';
import { signalOnDisconnect } from '../server/client-disconnect';
import type { RateLimiter } from '../rate-limit/rate-limiter';
import type { AuthorizationCache } from '../auth/authorization-cache';

/** Dependencies of the proxy. */
export interface GitProxyOptions {
  authenticator: Authenticator;
  authorizer: Authorizer;
  /** For requests about large files. */
  lfsAuthorizer: Authorizer;
  authorizationCache: AuthorizationCache;
  signer: ContextSigner;
  rateLimiter: RateLimiter;
  storages: GitStorages;
  /** Finds the holders of SSH keys. */
  holders: KeyHolders;
  lfsTokens: LfsTokens;
  /** The relay of a storage that this process serves itself. */
  localRelay(storage: string): LocalRelay | undefined;
  /** Minimum speed of the bodies of signed-in clients. */
  pace: PaceLimits;
  tier: number;
  log: Logger;
}

const deniedText = 'HTTP Basic: Access denied\n';
const TOO_MANY_TEXT = `${deniedText}Too many requests without credentials: sign in, or retry later.`;
const credentialHeaders: ReadonlySet<string> = new Set(['authorization', 'private-token', 'cookie']);

/** Creates the middleware for git clients. */
export function createGitProxy(options: GitProxyOptions): Middleware {
  return async (exchange) => {
    const gitRequest = readGitRequest(exchange);
    if (gitRequest === undefined) return false;
    exchange.label = labelOf(gitRequest);
    try {
      if (gitRequest === 'dumb') throw new ForbiddenError('This git client is too old.');
      await serve(options, exchange, gitRequest);
    } catch (error) {
      const isLfs = gitRequest !== 'dumb' && gitRequest.isLfs === true;
      refuse(exchange, error, { log: options.log, send: isLfs ? sendLfsRefusal : sendGitRefusal });
    }
    return true;
  };
}

function labelOf(gitRequest: GitRequest | 'dumb'): string {
  if (gitRequest === 'dumb') return 'git_dumb';
  if (gitRequest.isLfs) return 'git_lfs';
  return gitRequest.isPush ? 'git_push' : 'git_pull';
}

async function serve(options: GitProxyOptions, exchange: HttpExchange, gitRequest: GitRequest): Promise<void> {
  const { authorizationCache } = options;
  const sent = gitCredentialsOf(exchange);
  const lfsToken = gitRequest.isLfs ? await options.lfsTokens.open(sent.token, gitRequest) : undefined;
  const { identity, resource } = lfsToken
    ? await admitLfsToken(options, exchange, gitRequest, lfsToken)
    : await admit(options, exchange, gitRequest);
  // Git repeats a request with credentials at the former address, whatever a redirect says.
  const isRedirected = resource.moved === true && sent.token === undefined;
  if (isRedirected && gitRequest.suffix === 'info/refs')
    return sendMoved(exchange, `/${repositoryPath(resource, gitRequest.repository)}/${gitRequest.suffix}`);
  const context = {
    user: identity.user,
    real_user_id: identity.realUserId,
    scopes: identity.scopes,
    token_id: identity.tokenId,
    tier: options.tier,
    address: exchange.client.address,
    user_agent: headerOf(exchange, 'user-agent')?.slice(0, 500) ?? '',
    request_id: exchange.id,
    operation_id: gitRequest.isPush ? randomUUID() : '',
    access: { id: resource },
  };
  // The list of refs that a push begins with changes nothing.
  const isChange = gitRequest.suffix === 'git-receive-pack' && mayPushChangeAccess(resource);
  if (isChange) authorizationCache.invalidateLocally([resource.id]);
  const further = gitRequest.isLfs ? lfsHeaders(sent, lfsToken !== undefined) : {};
  const accepted = await relay(options, exchange, { resource, gitRequest, context, further });
  await forward(exchange, accepted, isChange ? () => authorizationCache.invalidate([resource.id]) : undefined);
}

/** The caller of a request, and the project with their rights on it. */
interface Admitted {
  identity: Identity;
  resource: AuthorizedResource;
}

/** Authenticates and authorizes a client by its credentials, within the limits of requests. */
async function admit(
  { authenticator, authorizer, lfsAuthorizer, rateLimiter, pace }: GitProxyOptions,
  exchange: HttpExchange,
  gitRequest: GitRequest,
): Promise<Admitted> {
  const credentials = { ...gitCredentialsOf(exchange), sudo: undefined, address: exchange.client.address, git: true };
  if (credentials.login && !isTokenText(credentials.token ?? '')) rateLimiter.takeSignIn(exchange.client.networks);
  const identity = await authenticator.authenticate(credentials).catch((error: unknown) => {
    rateLimiter.takeRefused(exchange, error, { isGit: true });
    throw error;
  });
  noteCaller(exchange, identity);
  try {
    // A node copies all repositories.
    rateLimiter.take(exchange, exchange.userId, { isGit: identity.isNode !== true });
  } catch (error) {
    throw credentials.token === undefined ? askForCredentials(error) : error;
  }
  if (identity.user) exchange.pace = pace;
  const usedAuthorizer = gitRequest.isLfs ? lfsAuthorizer : authorizer;
  return { identity, resource: await authorizeGit(usedAuthorizer, identity, gitRequest) };
}

/** The same for the holder of an SSH key, who has been given a token for large files. */
async function admitLfsToken(
  { lfsAuthorizer, rateLimiter, pace, holders }: GitProxyOptions,
  exchange: HttpExchange,
  gitRequest: GitRequest,
  { fingerprint_sha256, scopes }: LfsToken,
): Promise<Admitted> {
  const holder = await holders.getSshKeyHolder({ fingerprint_sha256, address: exchange.client.address });
  const identity = identityOf(holder, scopes);
  noteCaller(exchange, identity);
  rateLimiter.take(exchange, exchange.userId, { isGit: true });
  exchange.pace = pace;
  if (!hasGitScope(scopes, gitRequest)) throw new ForbiddenError(gitTexts.push);
  return { identity, resource: await authorizeHolder(lfsAuthorizer, holder, gitRequest) };
}

/**
 * Returns the error for a request without credentials beyond a limit. Git sends its credentials
 * only after a 401, so 429 would also refuse the users who share the address of an attacker.
 */
function askForCredentials(error: unknown): unknown {
  if (!isForgeError(error) || error.retryAfter === undefined) return error;
  return new ForgeError('unauthenticated', TOO_MANY_TEXT, { retryAfter: error.retryAfter });
}

/** An authorized request. */
interface RelayedGitRequest {
  resource: AuthorizedResource;
  gitRequest: GitRequest;
  context: CallContext;
  /** Headers for the storage in addition to those of the client. */
  further: OutgoingHttpHeaders;
}

/** Passes the request on to the storage of its project. */
async function relay(
  { storages, localRelay, signer }: GitProxyOptions,
  { method, query, id, client, request, response }: HttpExchange,
  { resource, gitRequest, context, further }: RelayedGitRequest,
): Promise<RelayedRequest> {
  const target = gitTarget(resource.id, gitRequest.repository);
  const head = {
    method: method as 'GET' | 'POST' | 'PUT',
    path: `/git/${resource.id}/${gitRequest.repository}/${gitRequest.suffix}${query === '' ? '' : `?${query}`}`,
    signal: signalOnDisconnect(response),
  };
  const notice = movedNotice(resource, gitRequest, `${client.origin}/`);
  const traceParent = currentTraceParent();
  const headers = {
    ...headersForStorage(request.headers),
    ...further,
    ...(notice !== undefined && { [GIT_NOTICE_KEY]: encodeURIComponent(notice) }),
    'X-Request-Id': id,
    ...(traceParent !== undefined && { [TRACE_PARENT_KEY]: traceParent }),
  };
  const local = localRelay(resource.storage);
  if (local) return local({ ...head, headers, context: localContext({ issuer: GATEWAY, signer }, context, target) });
  const to = { storage: resource.storage, projectId: resource.id, isRead: !gitRequest.isPush };
  return storages.relay(to, {
    ...head,
    headers: async () => ({ ...headers, [CONTEXT_KEY]: await signer.sign(context, target) }),
  });
}

/**
 * Pipes the rest of the client's request to the storage and the response back, with backpressure.
 */
async function forward(
  exchange: HttpExchange,
  { body, reply: replied, destroy }: RelayedRequest,
  onResponse: (() => Promise<void>) | undefined,
): Promise<void> {
  const { request, response } = exchange;
  const stopPiping = body && pipeBody(request, body);
  if (body) watchPace(request, exchange.pace, () => request.destroy());
  const reply = await replied;
  const headers = { ...commonHeaders(exchange), ...reply.headers };
  // The storage may respond before it has read the whole request; the rest is discarded.
  const isEarly = !request.complete;
  if (isEarly) headers['Connection'] = 'close';
  response.writeHead(reply.status, headers);
  try {
    await reply.pipeTo(response);
    await onResponse?.();
    if (isEarly) {
      stopPiping?.();
      await drainRequest(exchange);
      destroy();
    }
    response.end();
  } catch {
    // An incomplete response closes the client's connection: otherwise the client would wait
    // forever.
    response.destroy();
  }
}

/**
 * Returns the headers for the storage (this server has sent `100 Continue` itself). The storage
 * trusts only the signed context; credentials and the client's trace are removed.
 */
function headersForStorage(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const forwarded = Object.entries(withoutHopHeaders(headers)).filter(
    ([name]) => !name.startsWith('forge-') && !credentialHeaders.has(name) && name !== TRACE_PARENT_KEY,
  );
  return Object.fromEntries(forwarded);
}

/** Responds in the form of a protocol; unexpected errors are logged. */
function refuse(exchange: HttpExchange, error: unknown, { log, send }: { log: Logger; send: SendRefusal }): void {
  // The client has disconnected.
  if (exchange.response.destroyed) return;
  const forgeError = isForgeError(error) ? error : new ForgeError('internal');
  const status = errorCatalogue[forgeError.reason].http;
  if (status >= 500) log.error({ err: error, request_id: exchange.id, operation: exchange.label }, 'request failed');
  const headers: Record<string, string> = {};
  if (forgeError.retryAfter !== undefined) headers['Retry-After'] = String(forgeError.retryAfter);
  if (!exchange.request.complete) headers['Connection'] = 'close';
  if (status === 401) headers['WWW-Authenticate'] = 'Basic realm="Forgemesh"';
  send(exchange, status, forgeError, headers);
}

/** Sends a refusal with plain text, which git shows to its user. */
function sendGitRefusal(
  exchange: HttpExchange,
  status: number,
  error: ForgeError,
  headers: Record<string, string>,
): void {
  if (status !== 401) return sendText(exchange, status, gitTextOf(error), headers);
  sendText(exchange, 401, error.message.startsWith(deniedText) ? `${error.message}\n` : deniedText, headers);
}
