/**
 * Browser sessions at `/-/session`. Signing in, refreshing and signing out are the operations
 * `POST /oauth/token` and `POST /oauth/revoke`, with all their limits. The refresh token is only in
 * a cookie that scripts cannot read and that is sent to this path only; the page receives the
 * short-lived access token and keeps it in memory. Visitors, who have no account, receive a token
 * that names nobody (`auth/visitor-tokens.ts`).
 */
import type { Request, Router } from 'express';
import { ForgeError, isForgeError } from '@forgemesh/errors';
import type { VisitorTokens } from '../../auth/visitor-tokens';
import type { RateLimiter } from '../../rate-limit/rate-limiter';
import type { Catalogue } from '../../routing/catalogue';
import { headerOf, type HttpExchange } from '../../server/exchange';
import { send, sendJson } from '../../response/send';
import type { OperationResponse } from '../../upstream/call';
import type { PresentResponse } from '../../upstream/call-upstream';
import type { Transcoder } from '../../upstream/transcoder';
import { assertSameSite } from '../same-site';
import { createRouter, type WebResponse } from '../web-app';
import { bodyKindOf } from '../../body/read-body';

const PATH = '/-/session';
const TOKEN_PATH = '/oauth/token';
const REVOKE_PATH = '/oauth/revoke';
/** A sign-in that is not refreshed for this long ends; the server may end it earlier. */
const COOKIE_SECONDS = 30 * 24 * 3600;

/** Dependencies of the sessions. */
export interface SessionOptions {
  catalogue: Catalogue;
  transcoder: Transcoder;
  visitors: VisitorTokens;
  rateLimiter: RateLimiter;
  /** Whether browsers use HTTPS, so that the cookie is sent over nothing else. */
  isSecure: boolean;
}

/** The part of a token response that is not for the page. */
interface TokenResponse {
  refresh_token: string;
}

/** Creates the router. */
export function createSessions(options: SessionOptions): Router {
  const { catalogue, transcoder, visitors, rateLimiter, isSecure } = options;
  const name = isSecure ? '__Secure-forgemesh_session' : 'forgemesh_session';
  const cookieOf = (value: string, seconds: number): string =>
    `${name}=${value}; Max-Age=${seconds}; Path=${PATH}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  const noCookie = cookieOf('', 0);

  const storeRefreshToken: PresentResponse = (response) => {
    const { refresh_token: refreshToken, ...forPage } = JSON.parse(response.body.toString()) as TokenResponse;
    return withCookie(response, cookieOf(refreshToken, COOKIE_SECONDS), Buffer.from(JSON.stringify(forPage)));
  };
  const endSession: PresentResponse = (response) => {
    const { info, body } = withCookie(response, noCookie, Buffer.alloc(0));
    return { body, info: { ...info, status: 204 } };
  };
  /** Runs a public operation with parameters in place of the request's query. */
  const run = (
    exchange: HttpExchange,
    changes: Pick<HttpExchange, 'path' | 'query'>,
    operationPath: string,
    present: PresentResponse,
  ): Promise<void> => {
    const match = catalogue.table().find('POST', operationPath);
    if (typeof match !== 'object') throw new ForgeError('unavailable');
    return transcoder({ ...exchange, method: 'POST', ...changes }, match.route, {}, present);
  };
  const handle =
    (respond: (exchange: HttpExchange) => Promise<void> | void) =>
    async (_request: Request, { locals: { exchange } }: WebResponse): Promise<void> => {
      exchange.label = 'session';
      assertSameSite(exchange);
      await respond(exchange);
    };

  const router = createRouter();
  router.post(
    PATH,
    handle((exchange) => {
      // The path decides which limits count the request: those of sign-ins.
      const changes = { path: TOKEN_PATH, query: 'grant_type=password' };
      return run(exchange, changes, TOKEN_PATH, storeRefreshToken);
    }),
  );
  router.post(
    `${PATH}/refresh`,
    handle(async (exchange) => {
      const token = refreshTokenOf(exchange, name);
      if (token === '') throw new ForgeError('unauthenticated');
      const query = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token }).toString();
      try {
        await run(withoutBody(exchange), { path: exchange.path, query }, TOKEN_PATH, storeRefreshToken);
      } catch (error) {
        // Only a refused token ends the session: a service may be unavailable for a moment.
        if (isForgeError(error) && error.reason === 'invalid_token')
          exchange.response.setHeader('Set-Cookie', noCookie);
        throw error;
      }
    }),
  );
  router.get(
    `${PATH}/visitor`,
    handle(async (exchange) => {
      rateLimiter.take(exchange, undefined);
      const { token, seconds } = await visitors.issue();
      // The token is nobody's: browsers and proxies may keep it for half of its lifetime.
      const headers = { 'Cache-Control': `public, max-age=${Math.floor(seconds / 2)}` };
      sendJson(exchange, 200, { access_token: token, expires_in: seconds }, headers);
    }),
  );
  router.delete(
    PATH,
    handle((exchange) => {
      const token = refreshTokenOf(exchange, name);
      if (token === '') return send(exchange, 204, { 'Set-Cookie': noCookie });
      const query = new URLSearchParams({ token }).toString();
      return run(withoutBody(exchange), { path: exchange.path, query }, REVOKE_PATH, endSession);
    }),
  );
  return router;
}

function withCookie({ info }: OperationResponse, cookie: string, body: Buffer): OperationResponse {
  const headers = { ...info.headers, 'Set-Cookie': cookie, 'Cache-Control': 'no-store' };
  return { body, info: { ...info, headers } };
}

/** The parameters of these requests come from the cookie alone. */
function withoutBody(exchange: HttpExchange): HttpExchange {
  if (bodyKindOf(exchange) !== 'none') throw new ForgeError('unsupported_media_type');
  return exchange;
}

function refreshTokenOf(exchange: HttpExchange, name: string): string {
  const cookies = (headerOf(exchange, 'cookie') ?? '').split(';').map((part) => part.trim());
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}
