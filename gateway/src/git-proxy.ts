/**
 * Git over HTTP: `/<full path>.git/info/refs`, `git-upload-pack`, `git-receive-pack`, and the same of a wiki.
 *
 * The caller is checked here, then the request is streamed to the storage that holds the repository; nothing reads its body before there is
 * a connection.
 */
import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { createProxyMiddleware, type RequestHandler } from 'http-proxy-middleware';
import {
  CONTEXT_KEY,
  ForbiddenError,
  ForgeError,
  isForgeError,
  UnavailableError,
  errorCatalogue,
  type ContextSigner,
  type Logger,
} from '@forgemesh/kit';
import { bearerOf, type Authenticator, type Credentials } from './authenticate';
import type { Authorizer } from './authorize';
import type { SideDoor } from './edge';
import { authorizeGit, gitTextOf } from './git-access';
import { readGitRequest, type GitRequest } from './git-request';
import type { GitStorages } from './git-storages';
import { endTogether } from './http/end-together';
import { headerOf, type Exchange } from './http/exchange';
import { commonHeaders, sendText } from './http/send';
import type { RateLimiter } from './rate-limit/rate-limiter';
import type { KnownRights } from './rights/known-rights';

/** What the proxy works with. */
export interface GitProxyOptions {
  authenticator: Authenticator;
  authorizer: Authorizer;
  rights: KnownRights;
  signer: ContextSigner;
  rateLimiter: RateLimiter;
  storages: GitStorages;
  tier: number;
  log: Logger;
}

const IDLE_MS = 3_600_000;

const deniedText = 'HTTP Basic: Access denied\n';
/** No user name or email is longer. */
const MAX_LOGIN = 512;

/** Makes the side door for git clients. */
export function createGitProxy(options: GitProxyOptions): SideDoor {
  const proxies = new Map<string, Proxy>();
  const proxyOf = (url: string): Proxy => {
    let proxy = proxies.get(url);
    if (!proxy) proxies.set(url, (proxy = proxyTo(url, options.log)));
    return proxy;
  };
  return async (exchange) => {
    const wanted = readGitRequest(exchange);
    if (wanted === undefined) return false;
    exchange.label = wanted === 'dumb' ? 'git_dumb' : wanted.isPush ? 'git_push' : 'git_pull';
    try {
      if (wanted === 'dumb') throw new ForbiddenError('This git client is too old.');
      await serve(options, proxyOf, exchange, wanted);
    } catch (error) {
      refuse(exchange, error, options.log);
    }
    return true;
  };
}

async function serve(
  { authenticator, authorizer, rights, storages, signer, rateLimiter, tier }: GitProxyOptions,
  proxyOf: (url: string) => Proxy,
  exchange: Exchange,
  wanted: GitRequest,
): Promise<void> {
  const credentials = { ...gitCredentialsOf(exchange), sudo: undefined, address: exchange.client.address, git: true };
  const identity = await authenticator.authenticate(credentials).catch((error: unknown) => {
    rateLimiter.takeRefused(exchange, error);
    throw error;
  });
  exchange.userId = identity.user?.id;
  rateLimiter.take(exchange, exchange.userId);
  const resource = await authorizeGit(authorizer, identity, wanted);
  const context = {
    user: identity.user,
    real_user_id: identity.realUserId,
    scopes: identity.scopes,
    tier,
    address: exchange.client.address,
    user_agent: headerOf(exchange, 'user-agent')?.slice(0, 500) ?? '',
    request_id: exchange.id,
    operation_id: wanted.isPush ? randomUUID() : '',
    access: { id: resource },
  };
  const changed = (): void => {
    if (wanted.isPush) rights.changed([resource.id]);
  };
  changed();
  const send = async (again?: () => Promise<void>): Promise<void> => {
    const { url, socket } = await storages.connect(resource.storage);
    if (exchange.response.destroyed) return void socket.destroy();
    await pass(proxyOf(url), socket, {
      // It lives for a minute: it is signed when there is somebody to show it to.
      context: await signer.sign(context),
      ...{ exchange, onAnswered: changed, again },
      path: `/git/${resource.id}/${wanted.repository}/${wanted.suffix}`,
    });
  };
  await send(exchange.method === 'GET' ? send : undefined);
}

/** Credentials of a git client: the password of Basic, which may be a token with any user name, or a token in one of the API's headers. */
function gitCredentialsOf(exchange: Exchange): Pick<Credentials, 'token' | 'login'> {
  const basic = /^Basic +(\S+)/i.exec(headerOf(exchange, 'authorization') ?? '')?.[1];
  if (basic !== undefined) {
    const pair = Buffer.from(basic, 'base64').toString('utf8');
    const colon = pair.indexOf(':');
    return { token: pair.slice(colon + 1) || undefined, login: pair.slice(0, Math.max(colon, 0)).slice(0, MAX_LOGIN) };
  }
  return { token: headerOf(exchange, 'private-token') ?? bearerOf(exchange) };
}

interface Passage {
  path: string;
  context: string;
  exchange: Exchange;
  /** Called when the storage has answered, before the client knows. */
  onAnswered: () => void;
  /** Asks once more, where that changes nothing. */
  again: (() => Promise<void>) | undefined;
}

/** What each proxied request is sent with. */
const passages = new WeakMap<IncomingMessage, Passage>();

/** Passes requests on to one storage. */
interface Proxy {
  handle: RequestHandler;
  sockets: OpenSockets;
}

/** Hands out connections that are open. */
class OpenSockets extends Agent {
  private readonly open: Socket[] = [];

  add(socket: Socket): void {
    this.open.push(socket);
    // Of one that breaks before it is used nobody else would hear.
    socket.once('error', () => undefined);
    socket.once('close', () => {
      const place = this.open.indexOf(socket);
      if (place !== -1) this.open.splice(place, 1);
    });
  }

  override createConnection(): Socket {
    return this.open.shift() as Socket;
  }
}

async function pass({ handle, sockets }: Proxy, socket: Socket, passage: Passage): Promise<void> {
  const { exchange } = passage;
  const { request, response } = exchange;
  passages.set(request, passage);
  // The client was told to go on by the edge.
  delete request.headers.expect;
  for (const [name, value] of Object.entries(commonHeaders(exchange))) response.setHeader(name, value);
  sockets.add(socket);
  await handle(request, response);
}

function proxyTo(target: string, log: Logger): Proxy {
  const sockets = new OpenSockets();
  const handle = createProxyMiddleware({
    target,
    agent: sockets,
    changeOrigin: true,
    timeout: IDLE_MS,
    proxyTimeout: IDLE_MS,
    pathRewrite: (path, request) => {
      const question = path.indexOf('?');
      return `${passageOf(request).path}${question === -1 ? '' : path.slice(question)}`;
    },
    on: {
      proxyReq(outgoing, request) {
        // The storage believes the signed context alone; credentials end here.
        for (const name of outgoing.getHeaderNames()) {
          if (name.startsWith('forge-') || name === 'authorization' || name === 'private-token' || name === 'cookie') {
            outgoing.removeHeader(name);
          }
        }
        const { context, exchange } = passageOf(request);
        outgoing.setHeader(CONTEXT_KEY, context);
        outgoing.setHeader('X-Request-Id', exchange.id);
        outgoing.setHeader('Connection', 'close');
      },
      proxyRes(origin, request, response) {
        origin.once('end', passageOf(request).onAnswered);
        endTogether(origin, response);
      },
      error(error, request, response) {
        const { exchange, again } = passageOf(request);
        log.warn({ err: error, request_id: exchange.id, target }, 'storage lost');
        if (response.destroyed || !('headersSent' in response) || response.headersSent) return void response.destroy();
        const refused = again?.() ?? Promise.reject(new UnavailableError());
        refused.catch((why: unknown) => refuse(exchange, why, log));
      },
    },
  });
  return { handle, sockets };
}

function passageOf(request: IncomingMessage): Passage {
  return passages.get(request) as Passage;
}

/** Git shows plain text to its user. */
function refuse(exchange: Exchange, error: unknown, log: Logger): void {
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
