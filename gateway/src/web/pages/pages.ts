/**
 * The pages of accounts, for whoever gets there by a link: made here from what identity says, one form each, without scripts. They know no
 * session: who sends a form proves in it who he is, so there is no request to forge.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCatalogue, ForgeError, isForgeError } from '@forgemesh/errors';
import type { Caller } from '@forgemesh/rpc';
import type { Logger } from '@forgemesh/telemetry';
import { EmailConfirmationServiceService } from '@forgemesh/proto/identity/v1/email_confirmation';
import { PasswordResetServiceService } from '@forgemesh/proto/identity/v1/password_reset';
import { TermsServiceService } from '@forgemesh/proto/identity/v1/terms';
import type { Middleware } from '../../server/request-handler';
import { headerOf, type Exchange } from '../../server/exchange';
import { pageHeaders } from '../page-headers';
import { send, type Headers } from '../../response/send';
import type { RateLimiter } from '../../rate-limit/rate-limiter';
import type { AuthorizationCache } from '../../auth/authorization-cache';
import { parseForm } from '../../body/form';
import { readForm } from '../../body/read-body';
import { confirmEmailPage } from './confirm-email';
import { html, pageOf } from './html';
import type { Page, PageAnswer, PageRequest } from './page';
import { resetPasswordPage } from './reset-password';
import { termsPage } from './terms';

const STYLE_PATH = '/-/users/pages.css';
const MAX_FORM_BYTES = 64 * 1024;
const headers = pageHeaders("form-action 'self'");
const reads = ['GET', 'HEAD'];

/** What the pages work with. */
export interface PagesOptions {
  caller: Caller;
  rateLimiter: RateLimiter;
  authorizationCache: AuthorizationCache;
  log: Logger;
}

/** Makes the side door for the pages. */
export function createPages({ caller, rateLimiter, authorizationCache, log }: PagesOptions): Middleware {
  const pages = [
    resetPasswordPage(caller.client(PasswordResetServiceService, 'identity')),
    confirmEmailPage(caller.client(EmailConfirmationServiceService, 'identity')),
    termsPage(caller.client(TermsServiceService, 'identity')),
  ];
  const style = readFileSync(join(__dirname, '../../../pages/pages.css'));
  return async (exchange) => {
    const { path, method } = exchange;
    const isRead = reads.includes(method);
    if (path === STYLE_PATH && isRead) {
      exchange.label = 'page_style';
      send(exchange, 200, { ...headers, 'Content-Type': 'text/css; charset=utf-8' }, style);
      return true;
    }
    const page = pages.find((one) => one.path === path);
    if (!page || !(isRead || method === 'POST')) return false;
    exchange.label = 'page';
    try {
      rateLimiter.take(exchange, undefined);
      const answer = isRead
        ? await page.open(queryOf(exchange))
        : await authorizationCache.invalidateAround('everybody', async () => page.send(await formOf(exchange)));
      show(exchange, answer);
    } catch (error) {
      refuse(exchange, page, error, log);
    }
    return true;
  };
}

function queryOf({ query, client }: Exchange): PageRequest {
  return { params: scalars(parseForm(query)), address: client.address };
}

async function formOf(exchange: Exchange): Promise<PageRequest> {
  // Browsers say where a form comes from: those of other sites are not ours.
  const site = headerOf(exchange, 'sec-fetch-site') ?? 'none';
  if (site !== 'same-origin' && site !== 'none') throw new ForgeError('forbidden');
  return { params: scalars(await readForm(exchange, MAX_FORM_BYTES)), address: exchange.client.address };
}

function scalars(params: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params as Record<string, unknown>).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}

function show(exchange: Exchange, { status, title, content }: PageAnswer, more: Headers = {}): void {
  const all = { ...headers, 'Content-Type': 'text/html; charset=utf-8', ...more };
  send(exchange, status, all, pageOf(title, content));
}

const sentences: Page['sentences'] = {
  too_many_requests: 'This was tried too many times. Try again later.',
  unavailable: 'This cannot be answered now. Try again in a moment.',
  forbidden: 'This form was not sent from its own page.',
};

function refuse(exchange: Exchange, page: Page, error: unknown, log: Logger): void {
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
