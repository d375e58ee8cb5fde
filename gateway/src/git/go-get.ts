/**
 * Addresses of Go modules: `?go-get=1` at or below the page of a project is answered with the
 * repository that holds the module.
 *
 * A caller who may not read the code gets the repository of the first two segments, whether or not
 * there is a project: the answer tells nothing about private projects.
 */
import { isForgeError } from '@forgemesh/errors';
import { escapeHtml } from '@forgemesh/http';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import { asAdministrator, isTokenText, noteCaller, type Authenticator, type Identity } from '../auth/authenticate';
import type { Authorizer } from '../auth/authorize';
import type { RateLimiter } from '../rate-limit/rate-limiter';
import { send, type Headers } from '../response/send';
import type { HttpExchange } from '../server/exchange';
import type { Middleware } from '../server/request-handler';
import { authorizeGit } from './git-access';
import { gitCredentialsOf } from './git-credentials';

/** Dependencies of the middleware. */
export interface GoGetOptions {
  authenticator: Authenticator;
  authorizer: Authorizer;
  rateLimiter: RateLimiter;
}

const goGet = /(?:^|&)go-get=1(?:&|$)/;
const reserved = /^\/(?:api|oauth|-)(?:\/|$)/;
/** A segment of an import path. */
const segment = /^[A-Za-z0-9_.][\w.+-]*$/;
/** Maximum number of segments of a project's full path. */
const MAX_SEGMENTS = 22;
/** The page loads nothing, is not shown in frames and is not cached. */
const pageHeaders: Headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/** Creates the middleware. */
export function createGoGet(options: GoGetOptions): Middleware {
  return async (exchange) => {
    const segments = readImportPath(exchange);
    if (segments === undefined) return false;
    exchange.label = 'go_get';
    const identity = await authenticate(options, exchange);
    const project = await findProject(options, identity, segments);
    sendImport(exchange, project?.full_path ?? segments.slice(0, 2).join('/'), project?.default_branch ?? '');
    return true;
  };
}

/** Returns the segments of the path; undefined if the request is not for a module. */
function readImportPath({ method, path, query }: HttpExchange): string[] | undefined {
  if (!goGet.test(query) || (method !== 'GET' && method !== 'HEAD') || reserved.test(path)) return undefined;
  const [page = ''] = path.split('/-/', 1);
  const segments = page.split('/').filter((part) => part !== '');
  return segments.length >= 2 && segments.every((part) => segment.test(part)) ? segments : undefined;
}

async function authenticate({ authenticator, rateLimiter }: GoGetOptions, exchange: HttpExchange): Promise<Identity> {
  const credentials = { ...gitCredentialsOf(exchange), sudo: undefined, address: exchange.client.address, git: true };
  if (credentials.login && !isTokenText(credentials.token ?? '')) rateLimiter.takeSignIn(exchange.client.networks);
  const identity = await authenticator.authenticate(credentials).catch((error: unknown) => {
    rateLimiter.takeRefused(exchange, error, { isGit: true });
    throw error;
  });
  noteCaller(exchange, identity);
  rateLimiter.take(exchange, exchange.userId);
  return identity;
}

/** Finds the project that a path begins with, if the caller may read its code. */
async function findProject(
  { authorizer }: GoGetOptions,
  identity: Identity,
  segments: readonly string[],
): Promise<AuthorizedResource | undefined> {
  const paths = segments.slice(0, MAX_SEGMENTS).map((_, index) => segments.slice(0, index + 1).join('/'));
  const projects = await authorizer.resolveAll(asAdministrator, 'project', paths.slice(1));
  const projectPath = projects.find(({ found }) => found)?.full_path;
  if (projectPath === undefined) return undefined;
  try {
    return await authorizeGit(authorizer, identity, { projectPath, repository: 'project', isPush: false });
  } catch (error) {
    if (isForgeError(error) && ['not_found', 'forbidden', 'unauthenticated'].includes(error.reason)) return undefined;
    throw error;
  }
}

function sendImport(exchange: HttpExchange, path: string, branch: string): void {
  const { origin } = exchange.client;
  const url = `${origin}/${path}`;
  const prefix = url.replace(/^https?:\/\//, '');
  const pages = ['tree', 'blob'].map((page) => `${url}/-/${page}/${encodeURI(branch)}{/dir}`);
  const source = `${prefix} ${url} ${pages[0]} ${pages[1]}/{file}#L{line}`;
  const text = `<!doctype html>
<html>
  <head>
    ${metaTag('go-import', `${prefix} git ${url}.git`)}
    ${branch === '' ? '' : metaTag('go-source', source)}
  </head>
  <body>
    go get ${escapeHtml(prefix)}
  </body>
</html>
`;
  send(exchange, 200, pageHeaders, Buffer.from(text));
}

function metaTag(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}" />`;
}
