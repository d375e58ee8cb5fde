/**
 * The web pages for people: one HTML document for every address that no other route serves, and its
 * hashed files below `/-/assets/`. The application in `web/` is a client of the public API.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Request, Router } from 'express';
import type { Logger } from '@forgemesh/telemetry';
import sirv from 'sirv';
import { commonHeaders, send, type Headers } from '../../response/send';
import { headerOf, type HttpExchange } from '../../server/exchange';
import type { Middleware } from '../../server/request-handler';
import { createRouter, type WebResponse } from '../web-app';

const ASSETS_PATH = '/-/assets';
/** Document of a sandboxed frame that draws a diagram. */
const DIAGRAM_PATH = '/-/frames/diagram';
/** Earlier address of the administration. */
const CONSOLE_PATH = '/-/console';
const ADMINISTRATION_PATH = '/admin';
/** The build in a checkout: the same path from `src/` and `dist/`. */
const checkoutFolder = join(__dirname, '../../../../web/dist');
const YEAR_SECONDS = 31_536_000;

const pageHeaders: Headers = {
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Cache-Control': 'no-cache',
};

/** Paths of other interfaces, whose unknown addresses are refused as JSON. */
const otherInterfaces = /^\/(?:api|oauth|uploads|-\/(?:assets|events|frames|session|account|docs|console))(?:\/|$)/;
const gitPath = /\.git(?:\/|$)|\/(?:info\/refs|git-upload-pack|git-receive-pack)$/;
/** A query with the token of a link in an email. */
const linkToken = /(?:^|&)\w+_token=/;
const rangeOfHtml = /(?:^|,)\s*text\/html\s*(?:;\s*q=(?:1|0?\.0*[1-9]\d*)[^,]*)?(?:,|$)/i;

/**
 * The document runs only its own hashed scripts. Only the named policy creates HTML from strings,
 * and only from HTML that the API has sanitized.
 */
function contentPolicy(pictures: string): string {
  return (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; " +
    `img-src ${pictures}; media-src ${pictures}; frame-src 'self'; manifest-src 'self'; base-uri 'none'; ` +
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types forgemesh-html"
  );
}

/**
 * The frame runs only its own scripts, without an origin: it can read nothing of the instance and
 * send nothing anywhere. The library that draws sets styles of its own.
 */
const frameHeaders: Headers = {
  'Content-Security-Policy':
    "sandbox allow-scripts; default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'Content-Type': 'text/html; charset=utf-8',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

/** Files of a build of the application. */
export interface ApplicationFiles {
  /** The document. */
  index: Buffer;
  /** The document of the frame that draws a diagram. */
  diagram: Buffer;
  /** Folder of the hashed files. */
  assets: string;
}

/** Reads the build; undefined, with a line in the log, if there is none. */
export function openApplicationFiles(folder: string, log: Logger): ApplicationFiles | undefined {
  const root = folder === '' ? checkoutFolder : folder;
  const file = join(root, 'index.html');
  if (existsSync(file))
    return {
      index: readFileSync(file),
      diagram: readFileSync(join(root, 'diagram.html')),
      assets: join(root, 'assets'),
    };
  log.warn({ folder: root }, 'the web pages are not built; only the API is served');
  return undefined;
}

/**
 * Creates the router of the hashed files and of earlier addresses, and the middleware that sends
 * the document; `pictures` returns the sources from which it may load pictures.
 */
export function createApplication(
  files: ApplicationFiles | undefined,
  pictures: () => string,
): { router: Router; page: Middleware } {
  const router = createRouter();
  if (files) {
    router.use(ASSETS_PATH, serveAssets(files.assets));
    router.get(DIAGRAM_PATH, (_request: Request, { locals: { exchange } }: WebResponse) => {
      exchange.label = 'web_frame';
      send(exchange, 200, frameHeaders, files.diagram);
    });
  }
  router.get([CONSOLE_PATH, `${CONSOLE_PATH}/`], redirectToAdministration);
  return {
    router,
    page(exchange) {
      if (!files || !isNavigation(exchange)) return Promise.resolve(false);
      exchange.label = 'web_page';
      const headers = {
        ...pageHeaders,
        'Content-Security-Policy': contentPolicy(pictures()),
        'Content-Type': 'text/html; charset=utf-8',
        Vary: 'Accept',
        // Requests of the page must not carry the token to logs of proxies.
        ...(linkToken.test(exchange.query) && { 'Referrer-Policy': 'no-referrer' }),
      };
      send(exchange, 200, headers, files.index);
      return Promise.resolve(true);
    },
  };
}

function redirectToAdministration(_request: Request, { locals: { exchange } }: WebResponse): void {
  exchange.label = 'web_redirect';
  send(exchange, 302, { Location: ADMINISTRATION_PATH });
}

/** Serves files with the variants that the build compressed. Their names contain their hash. */
function serveAssets(folder: string) {
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: false,
    // Looks each file up: another build may have replaced the files of a running gateway.
    dev: true,
    setHeaders(response) {
      response.setHeader('Cache-Control', `public,max-age=${YEAR_SECONDS},immutable`);
      const { exchange } = (response as WebResponse).locals;
      exchange.label = 'web_asset';
      const { Vary: _vary, ...headers } = commonHeaders(exchange);
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    },
  });
  return (request: Parameters<typeof serve>[0], response: WebResponse, next: () => void): void => {
    serve(request, response, next);
  };
}

function isNavigation(exchange: HttpExchange): boolean {
  const { method, path } = exchange;
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (otherInterfaces.test(path) || gitPath.test(path)) return false;
  return rangeOfHtml.test(headerOf(exchange, 'accept') ?? '');
}
