/**
 * Git over HTTP: `/<full path>.git/info/refs`, `git-upload-pack`, `git-receive-pack`, and the same of a wiki.
 *
 * The caller is checked here, then the request is streamed to the storage that holds the repository; nothing reads its body before.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createProxyMiddleware, type RequestHandler } from 'http-proxy-middleware';
import {
  CONTEXT_KEY,
  ForbiddenError,
  ForgeError,
  isForgeError,
  NotFoundError,
  UnauthenticatedError,
  UnavailableError,
  errorCatalogue,
  type ContextSigner,
  type Logger,
} from '@forgemesh/kit';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import { anonymous, bearerOf, type Authenticator, type Identity } from './authenticate';
import { evaluateAccess, type Authorizer } from './authorize';
import type { SideDoor } from './edge';
import { headerOf, type Exchange } from './http/exchange';
import { commonHeaders, sendText } from './http/send';
import type { RateLimiter } from './rate-limit';
import type { AccessRule } from './transcoder/compile-operation';

/** What the proxy works with. */
export interface GitProxyOptions {
  authenticator: Authenticator;
  authorizer: Authorizer;
  signer: ContextSigner;
  rateLimiter: RateLimiter;
  /** HTTP URL of each storage. */
  addresses: Record<string, string>;
  tier: number;
  log: Logger;
}

/** What a git client asks for. */
interface GitRequest {
  /** Full path of the project. */
  projectPath: string;
  repository: 'project' | 'wiki';
  suffix: string;
  isPush: boolean;
}

const gitPath = /^\/(.+?)(\.wiki)?(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/;
const serviceOfQuery = /(?:^|&)service=git-(upload|receive)-pack(?:&|$)/;
const IDLE_MS = 3_600_000;
const ROLE_REPORTER = 20;
const ROLE_DEVELOPER = 30;

/** Asks for a project as it is. */
const asAdministrator: Identity = {
  ...anonymous,
  user: { id: 0, username: '', name: '', admin: true, external: false },
};

const notFoundText = 'The project you were looking for could not be found.\n';
const deniedText = 'HTTP Basic: Access denied\n';
const forbiddenTexts = {
  archived: 'The project is archived: its repository cannot be changed.\n',
  pull: 'You are not allowed to download code from this project.\n',
  push: 'You are not allowed to push code to this project.\n',
};

/** Makes the side door for git clients. */
export function createGitProxy(options: GitProxyOptions): SideDoor {
  const proxies = new Map(
    Object.entries(options.addresses).map(([storage, url]) => [storage, proxyTo(url, options.log)]),
  );
  return async (exchange) => {
    const wanted = readGitRequest(exchange);
    if (wanted === undefined) return false;
    exchange.label = wanted === 'dumb' ? 'git_dumb' : wanted.isPush ? 'git_push' : 'git_pull';
    try {
      if (wanted === 'dumb') throw new ForbiddenError('This git client is too old.');
      await serve(options, proxies, exchange, wanted);
    } catch (error) {
      refuse(exchange, error, options.log);
    }
    return true;
  };
}

function readGitRequest({ path, query, method }: Exchange): GitRequest | 'dumb' | undefined {
  const match = gitPath.exec(path);
  if (!match || path.startsWith('/api/') || path.startsWith('/-/')) return undefined;
  const [, encodedPath = '', wiki, suffix = ''] = match;
  const isAdvertisement = suffix === 'info/refs';
  if (method !== (isAdvertisement ? 'GET' : 'POST')) return undefined;
  const service = isAdvertisement ? serviceOfQuery.exec(query)?.[1] : suffix.slice('git-'.length, -'-pack'.length);
  if (service === undefined) return 'dumb';
  return {
    projectPath: decodePath(encodedPath),
    repository: wiki ? 'wiki' : 'project',
    suffix,
    isPush: service === 'receive',
  };
}

/** Decodes each segment once; what does not decode names no project. */
function decodePath(encoded: string): string {
  try {
    return encoded.split('/').map(decodeURIComponent).join('/');
  } catch {
    return '';
  }
}

async function serve(
  { authenticator, authorizer, signer, rateLimiter, tier }: GitProxyOptions,
  proxies: Map<string, RequestHandler>,
  exchange: Exchange,
  wanted: GitRequest,
): Promise<void> {
  const identity = await authenticator.authenticate({
    token: gitTokenOf(exchange),
    sudo: undefined,
    address: exchange.client.address,
    git: true,
  });
  exchange.userId = identity.user?.id;
  rateLimiter.take({ userId: identity.user?.id, address: exchange.client.address });
  const resource = await authorize(authorizer, identity, wanted);
  const proxy = proxies.get(resource.storage);
  if (!proxy) throw new UnavailableError();
  const context = await signer.sign({
    user: identity.user,
    real_user_id: identity.realUserId,
    scopes: identity.scopes,
    tier,
    address: exchange.client.address,
    user_agent: headerOf(exchange, 'user-agent')?.slice(0, 500) ?? '',
    request_id: exchange.id,
    operation_id: wanted.isPush ? randomUUID() : '',
    access: { id: resource },
  });
  await pass(proxy, exchange, context, `/git/${resource.id}/${wanted.repository}/${wanted.suffix}`);
}

async function authorize(
  authorizer: Authorizer,
  identity: Identity,
  { projectPath, repository, isPush }: GitRequest,
): Promise<AuthorizedResource> {
  const { user, scopes, deploy } = identity;
  if (!user && !deploy && isPush) throw new UnauthenticatedError();
  const needed = isPush ? ['api', 'write_repository'] : ['api', 'read_repository', 'write_repository'];
  if ((user || deploy) && !needed.some((scope) => scopes.includes(scope)))
    throw new ForbiddenError(forbiddenTexts[isPush ? 'push' : 'pull']);
  if (projectPath === '') throw new NotFoundError('Project');
  // Digits would be an id; a path of git is never one.
  const resource = /^\d+$/.test(projectPath) ? undefined : await resolve(authorizer, identity, projectPath);
  if (!resource?.found) throw user || deploy ? new NotFoundError('Project') : new UnauthenticatedError();
  // Whoever may read a project may have been given the right to push to a branch: its owner knows.
  const isForMembers = isPush && repository === 'wiki';
  const rule: AccessRule = {
    param: 'id',
    kind: 'project',
    role: isForMembers ? ROLE_DEVELOPER : ROLE_REPORTER,
    open: !isForMembers,
    membersOnly: false,
    feature: repository === 'wiki' ? 'wiki' : 'repository',
    optional: false,
  };
  if (evaluateAccess(rule, resource, !isPush)) {
    // Git asks for a password when it is told that one is missing.
    if (!user && !deploy) throw new UnauthenticatedError();
    throw new ForbiddenError(forbiddenTexts[!isPush ? 'pull' : resource.archived ? 'archived' : 'push']);
  }
  return resource;
}

/** What a token of machines opens it opens whoever made the token; anything else is not there for it. */
async function resolve(
  authorizer: Authorizer,
  identity: Identity,
  projectPath: string,
): Promise<AuthorizedResource | undefined> {
  const { deploy } = identity;
  if (!deploy) return authorizer.resolve(identity, 'project', projectPath);
  const resource = await authorizer.resolve(asAdministrator, 'project', projectPath);
  const isOpened = resource.id === deploy.project_id || resource.ancestor_ids.includes(deploy.group_id);
  return isOpened ? resource : undefined;
}

/** Token of a git client: the password of Basic with any user name, or one of the API's headers. */
function gitTokenOf(exchange: Exchange): string | undefined {
  const basic = /^Basic +(\S+)/i.exec(headerOf(exchange, 'authorization') ?? '')?.[1];
  if (basic !== undefined) {
    const pair = Buffer.from(basic, 'base64').toString('utf8');
    return pair.slice(pair.indexOf(':') + 1) || undefined;
  }
  return headerOf(exchange, 'private-token') ?? bearerOf(exchange);
}

interface Passage {
  path: string;
  context: string;
  exchange: Exchange;
}

/** What each proxied request is sent with. */
const passages = new WeakMap<IncomingMessage, Passage>();

async function pass(proxy: RequestHandler, exchange: Exchange, context: string, path: string): Promise<void> {
  const { request, response } = exchange;
  passages.set(request, { path, context, exchange });
  for (const [name, value] of Object.entries(commonHeaders(exchange))) response.setHeader(name, value);
  await proxy(request, response);
}

function proxyTo(target: string, log: Logger): RequestHandler {
  return createProxyMiddleware({
    target,
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
      },
      error(error, request, response) {
        const { exchange } = passageOf(request);
        log.warn({ err: error, request_id: exchange.id, target }, 'storage lost');
        if ('headersSent' in response && !response.headersSent) refuse(exchange, new UnavailableError(), log);
        else response.destroy();
      },
    },
  });
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
    return sendText(exchange, 401, deniedText, { ...headers, 'WWW-Authenticate': 'Basic realm="Forgemesh"' });
  }
  sendText(exchange, status, status === 404 ? notFoundText : textOf(known), headers);
}

function textOf({ message }: ForgeError): string {
  const text = message.replace(/^403 Forbidden - /, '');
  return text.endsWith('\n') ? text : `${text}\n`;
}
