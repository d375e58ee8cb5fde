/** Writes answers: the headers that every answer has, errors of the catalogue, bodies. */
import { errorCatalogue, ForgeError, isForgeError } from '@forgemesh/errors';
import type { Logger } from '@forgemesh/telemetry';
import type { Exchange } from '../server/exchange';
import { drainRequest } from './drain-request';

/** Headers of one answer by name. */
export type Headers = Record<string, string>;

const exposed = [
  'Link, Links, X-Total, X-Total-Pages, X-Per-Page, X-Page, X-Next-Page, X-Prev-Page',
  'X-Request-Id, X-Runtime, Retry-After, RateLimit-Name, RateLimit-Limit, RateLimit-Observed, RateLimit-Remaining',
  'RateLimit-Reset, RateLimit-ResetTime',
  'X-Gitlab-Blob-Id, X-Gitlab-Commit-Id, X-Gitlab-Content-Sha256, X-Gitlab-Encoding, X-Gitlab-File-Name, X-Gitlab-File-Path',
  'X-Gitlab-Last-Commit-Id, X-Gitlab-Ref, X-Gitlab-Size, Content-Disposition',
].join(', ');

/** Headers that every answer has. */
export function commonHeaders({ id, startedAt }: Exchange): Headers {
  return {
    'X-Request-Id': id,
    'X-Runtime': ((performance.now() - startedAt) / 1000).toFixed(6),
    'X-Frame-Options': 'SAMEORIGIN',
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Origin',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': exposed,
  };
}

/** Sends an answer. HEAD gets the headers alone; an answer without a body has no `Content-Type`. */
export function send(exchange: Exchange, status: number, headers: Headers, body?: Buffer): void {
  const { response, method } = exchange;
  if (response.headersSent || response.destroyed) return;
  const all = { ...commonHeaders(exchange), ...headers };
  const mayHaveBody = status !== 204 && status !== 304;
  if (!body || body.length === 0 || !mayHaveBody) {
    // What a bodiless answer of HEAD would have had stays: the client asked for just that.
    if (method !== 'HEAD' || !mayHaveBody) delete all['Content-Type'];
    if (mayHaveBody && all['Content-Length'] === undefined) all['Content-Length'] = '0';
    response.writeHead(status, all).end();
    return;
  }
  all['Content-Length'] = String(body.length);
  response.writeHead(status, all);
  if (method === 'HEAD') response.end();
  else if (all['Connection'] === 'close') endAfterRequest(exchange, body);
  else response.end(body);
}

/** Sends a body at once and closes the connection when the rest of the request has been read. */
function endAfterRequest(exchange: Exchange, body: Buffer): void {
  exchange.response.write(body);
  void drainRequest(exchange).then(() => exchange.response.end());
}

/** Sends a JSON value. */
export function sendJson(exchange: Exchange, status: number, value: unknown, headers: Headers = {}): void {
  send(exchange, status, { 'Content-Type': 'application/json', ...headers }, Buffer.from(JSON.stringify(value)));
}

/** Sends plain text. */
export function sendText(exchange: Exchange, status: number, text: string, headers: Headers = {}): void {
  send(exchange, status, { 'Content-Type': 'text/plain', ...headers }, Buffer.from(text));
}

/** Sends an error of the catalogue; anything else is logged and becomes an opaque 500. */
export function sendError(exchange: Exchange, error: unknown, log: Logger): void {
  const known = isForgeError(error) ? error : new ForgeError('internal');
  const { http } = errorCatalogue[known.reason];
  if (http >= 500) log.error({ err: error, request_id: exchange.id, operation: exchange.label }, 'request failed');
  const headers: Headers = {};
  if (known.retryAfter !== undefined) headers['Retry-After'] = String(known.retryAfter);
  // The connection serves no further request after a body that was refused unread.
  if (!exchange.request.complete) headers['Connection'] = 'close';
  if (known.reason === 'too_many_requests' && typeof known.body === 'string')
    return sendText(exchange, http, known.body, headers);
  sendJson(exchange, http, { [known.key]: known.body, ...known.details }, headers);
}
