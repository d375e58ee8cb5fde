/**
 * Account pages, to which mails and refusals link: built from the responses of identity, one form
 * each, without scripts. They have no session: a form carries its own proof of identity, so no
 * request can be forged.
 */
import { join } from 'node:path';
import type { Request, Router } from 'express';
import { errorCatalogue, ForgeError, isForgeError } from '@forgemesh/errors';
import type { Caller } from '@forgemesh/rpc';
import type { Logger } from '@forgemesh/telemetry';
import { EmailConfirmationServiceDefinition } from '@forgemesh/proto/identity/v1/email_confirmation';
import { PasswordResetServiceDefinition } from '@forgemesh/proto/identity/v1/password_reset';
import { TermsServiceDefinition } from '@forgemesh/proto/identity/v1/terms';
import { headerOf, type HttpExchange } from '../../server/exchange';
import { pageHeaders } from '../page-headers';
import { serveFiles } from '../static-files';
import { createRouter, type WebResponse } from '../web-app';
import { send, type Headers } from '../../response/send';
import type { RateLimiter } from '../../rate-limit/rate-limiter';
import type { AuthorizationCache } from '../../auth/authorization-cache';
import { parseForm } from '../../body/form';
import type { BodyReader } from '../../body/read-body';
import { confirmEmailPage } from './confirm-email';
import { html, pageOf } from './html';
import type { Page, PageResponse, PageRequest } from './page';
import { resetPasswordPage } from './reset-password';
import { termsPage } from './terms';

const STYLE_PATH = '/-/users';
const folder = join(__dirname, '../../../pages');
const MAX_FORM_BYTES = 64 * 1024;
const headers = pageHeaders("form-action 'self'");

/** Dependencies of the pages. */
export interface PagesOptions {
  caller: Caller;
  bodies: BodyReader;
  rateLimiter: RateLimiter;
  authorizationCache: AuthorizationCache;
  log: Logger;
}

/** Creates the router of the pages. */
export function createPages({ caller, bodies, rateLimiter, authorizationCache, log }: PagesOptions): Router {
  const pages = [
    resetPasswordPage(caller.client(PasswordResetServiceDefinition, 'identity')),
    confirmEmailPage(caller.client(EmailConfirmationServiceDefinition, 'identity')),
    termsPage(caller.client(TermsServiceDefinition, 'identity')),
  ];
  const router = createRouter();
  for (const page of pages) {
    const handlerOf =
      (respond: (exchange: HttpExchange) => Promise<PageResponse>) =>
      async (_request: Request, { locals: { exchange } }: WebResponse): Promise<void> => {
        exchange.label = 'page';
        try {
          rateLimiter.take(exchange, undefined);
          show(exchange, await respond(exchange));
        } catch (error) {
          refuse(exchange, page, error, log);
        }
      };
    router
      .route(page.path)
      .get(handlerOf(async (exchange) => page.open(queryOf(exchange))))
      .post(
        handlerOf((exchange) =>
          authorizationCache.invalidateAround('everybody', async () => page.send(await formOf(exchange, bodies))),
        ),
      );
  }
  const types = { 'pages.css': 'text/css; charset=utf-8' };
  router.use(STYLE_PATH, serveFiles({ folder, types, headers, label: 'page_style' }));
  return router;
}

function queryOf({ query, client }: HttpExchange): PageRequest {
  return { params: scalars(parseForm(query)), address: client.address };
}

async function formOf(exchange: HttpExchange, bodies: BodyReader): Promise<PageRequest> {
  // Browsers send the origin of a form: forms of other sites are refused.
  const site = headerOf(exchange, 'sec-fetch-site') ?? 'none';
  if (site !== 'same-origin' && site !== 'none') throw new ForgeError('forbidden');
  return { params: scalars(await bodies.readForm(exchange, MAX_FORM_BYTES)), address: exchange.client.address };
}

function scalars(params: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params as Record<string, unknown>).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}

function show(exchange: HttpExchange, { status, title, content }: PageResponse, more: Headers = {}): void {
  const all = { ...headers, 'Content-Type': 'text/html; charset=utf-8', ...more };
  send(exchange, status, all, pageOf(title, content));
}

const sentences: Page['sentences'] = {
  too_many_requests: 'Too many attempts. Try again later.',
  unavailable: 'The service is unavailable. Try again later.',
  forbidden: 'This form was not sent from its own page.',
};

function refuse(exchange: HttpExchange, page: Page, error: unknown, log: Logger): void {
  const { reason, retryAfter } = isForgeError(error) ? error : new ForgeError('internal');
  const { http, text } = errorCatalogue[reason];
  if (http >= 500) log.error({ err: error, request_id: exchange.id, operation: exchange.label }, 'request failed');
  const sentence = page.sentences[reason] ?? sentences[reason] ?? text;
  show(
    exchange,
    { status: http, title: page.title, content: html`<p class="problems" role="alert">${sentence}</p>` },
    {
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
      ...(!exchange.request.complete && { Connection: 'close' }),
    },
  );
}
