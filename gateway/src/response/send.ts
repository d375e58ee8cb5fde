/** Writes responses: common headers, errors of the catalogue, bodies. */
import { errorCatalogue, ForgeError, isForgeError } from '@forgemesh/errors';
import type { Logger } from '@forgemesh/telemetry';
import type { HttpExchange } from '../server/exchange';
import { drainRequest } from './drain-request';

/** Headers of a response by name. */
export type Headers = Record<string, string>;

const exposed = [
  'Link, Links, X-Total, X-Total-Pages, X-Per-Page, X-Page, X-Next-Page, X-Prev-Page',
  'X-Request-Id, X-Runtime, Retry-After, RateLimit-Name, RateLimit-Limit, RateLimit-Observed, RateLimit-Remaining',
  'RateLimit-Reset, RateLimit-ResetTime',
  'X-Gitlab-Blob-Id, X-Gitlab-Commit-Id, X-Gitlab-Content-Sha256, X-Gitlab-Encoding, X-Gitlab-File-Name, X-Gitlab-File-Path',
  'X-Gitlab-Last-Commit-Id, X-Gitlab-Ref, X-Gitlab-Size, Content-Disposition, ETag',
].join(', ');

const forOtherOrigins: Headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposed,
};

/** Returns the headers of every response. Pages of this origin need no permission to read it. */
export function commonHeaders({ id, startedAt, request }: HttpExchange): Headers {
  return {
    'X-Request-Id': id,
    'X-Runtime': ((performance.now() - startedAt) / 1000).toFixed(6),
    'X-Frame-Options': 'SAMEORIGIN',
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Origin',
    ...(request.headers['sec-fetch-site'] === 'same-origin' ? {} : forOtherOrigins),
  };
}

/**
 * Sends a response. HEAD gets only the headers; a response without a body has no `Content-Type`.
 */
export function send(exchange: HttpExchange, status: number, headers: Headers, body?: Buffer): void {
  const { response, method } = exchange;
  if (response.headersSent || response.destroyed) return;
  const all = { ...commonHeaders(exchange), ...headers };
  const mayHaveBody = status !== 204 && status !== 304;
  if (!body || body.length === 0 || !mayHaveBody) {
    // A response to HEAD keeps the headers that describe the omitted body.
    if (method !== 'HEAD' || !mayHaveBody) delete all['Content-Type'];
    if (!mayHaveBody) delete all['Content-Length'];
    else if (all['Content-Length'] === undefined) all['Content-Length'] = '0';
    response.writeHead(status, all).end();
    return;
  }
  all['Content-Length'] = String(body.length);
  response.writeHead(status, all);
  if (method === 'HEAD') response.end();
  else if (all['Connection'] === 'close') endAfterRequest(exchange, body);
  else response.end(body);
}

/**
 * Sends a body immediately and closes the connection when the rest of the request has been read.
 */
function endAfterRequest(exchange: HttpExchange, body: Buffer): void {
  exchange.response.write(body);
  void drainRequest(exchange).then(() => exchange.response.end());
}

/** Sends a JSON value. */
export function sendJson(exchange: HttpExchange, status: number, value: unknown, headers: Headers = {}): void {
  send(exchange, status, { 'Content-Type': 'application/json', ...headers }, Buffer.from(JSON.stringify(value)));
}

/** Sends plain text. */
export function sendText(exchange: HttpExchange, status: number, text: string, headers: Headers = {}): void {
  send(exchange, status, { 'Content-Type': 'text/plain', ...headers }, Buffer.from(text));
}

/** Sends an error of the catalogue; any other error is logged and becomes an opaque 500. */
export function sendError(exchange: HttpExchange, error: unknown, log: Logger): void {
  const forgeError = isForgeError(error) ? error : new ForgeError('internal');
  const { http } = errorCatalogue[forgeError.reason];
  if (http >= 500) log.error({ err: error, request_id: exchange.id, operation: exchange.label }, 'request failed');
  const headers: Headers = {};
  if (forgeError.retryAfter !== undefined) headers['Retry-After'] = String(forgeError.retryAfter);
  // After an unread body the connection cannot be reused.
  if (!exchange.request.complete) headers['Connection'] = 'close';
  if (forgeError.reason === 'too_many_requests' && typeof forgeError.body === 'string')
    return sendText(exchange, http, forgeError.body, headers);
  sendJson(exchange, http, { [forgeError.key]: forgeError.body, ...forgeError.details }, headers);
}
