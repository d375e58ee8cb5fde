/**
 * Handles all requests: runs the middleware, finds the route, sends errors, counts and logs.
 *
 * Routes of the API are in one radix tree; a framework's route list costs several times as much.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorCatalogue, ForgeError, InvalidParameterError, isForgeError } from '@forgemesh/errors';
import { runInSpan, type Logger, type Span } from '@forgemesh/telemetry';
import type { Gauge, Histogram } from 'prom-client';
import type { Catalogue } from '../routing/catalogue';
import { MAX_URL_LENGTH } from '../routing/route-table';
import { STORAGE_SECRET_HEADER, type ExternalStorage } from '../auth/external-storage';
import { watchPace, type PaceLimits } from '../body/body-pace';
import type { ClientInfo } from './client-info';
import { headerOf, createExchange, type HttpExchange } from './exchange';
import { isLogged, type RequestLogging } from './request-log';
import { endRequestSpan, startRequestSpan } from './request-span';
import { send, sendError } from '../response/send';
import type { Transcoder } from '../upstream/transcoder';

/** Handles some requests; resolves to false for those that it does not handle. */
export type Middleware = (exchange: HttpExchange) => Promise<boolean>;

/** Dependencies of the request handler. */
export interface RequestHandlerOptions {
  catalogue: Catalogue;
  transcoder: Transcoder;
  externalStorage: ExternalStorage;
  readClientInfo: (request: IncomingMessage) => ClientInfo;
  /** Minimum speed of the bodies of anonymous clients. */
  pace: PaceLimits;
  /** Runs in this order before the routes. */
  middleware: Middleware[];
  /** Handles requests that match no route, before they are refused. */
  fallback: Middleware;
  log: Logger;
  /** Which requests are logged. */
  requestLogging: RequestLogging;
  /** Seconds of each request by `operation` and the class of its status, such as `2xx`. */
  durations: Histogram<'operation' | 'status'>;
  inFlight: Gauge;
}

/** Creates the handler. */
export function createRequestHandler(
  options: RequestHandlerOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { readClientInfo, log, pace } = options;
  // The log line of a request is flat and has no secret fields: redaction by path would cost more
  // than writing it. Tokens in its texts are still removed.
  const lines = log.child({}, { redact: [] });
  return (request, response) => {
    const exchange = createExchange(request, response, { client: readClientInfo(request), pace });
    const span = startRequestSpan(exchange);
    watch(exchange, options, { lines, span });
    runInSpan(span, () => handleRequest(exchange, options)).catch((error: unknown) => {
      // The client has disconnected, which the request log shows.
      if (response.destroyed && !response.headersSent) return;
      if (!response.headersSent) sendError(exchange, error, log);
      else log.warn({ err: error, request_id: exchange.id, operation: exchange.label }, 'response cut off');
    });
  };
}

async function handleRequest(
  exchange: HttpExchange,
  { catalogue, transcoder, externalStorage, middleware, fallback }: RequestHandlerOptions,
): Promise<void> {
  const { method, path } = exchange;
  if ((exchange.request.url ?? '').length > MAX_URL_LENGTH) throw new ForgeError('uri_too_long');
  for (const handles of middleware) if (await handles(exchange)) return;

  const table = catalogue.table();
  if (method === 'OPTIONS') return sendOptions(exchange, table.allowed(path));
  const match = table.find(method, path);
  if (match === 'bad') throw new InvalidParameterError('invalid %-encoding');
  if (match === undefined) {
    const allowed = table.allowed(path);
    return allowed.length === 0 && (await fallback(exchange)) ? undefined : refuseUnknown(exchange, allowed);
  }
  const { route, params } = match;
  const { operation } = route;
  const respond = async () => ('handle' in route ? route.handle(exchange) : transcoder(exchange, route, params));
  if (!operation.yieldsToPage || hasToken(exchange)) return respond();
  if (!externalStorage.serves(operation)) return (await fallback(exchange)) ? undefined : respond();
  try {
    await respond();
  } catch (error) {
    // Only the page knows the user of a browser, who may have access.
    if (!isNoAccess(error) || !(await fallback(exchange))) throw error;
  }
}

/** Whether a caller without a token is refused access. */
function isNoAccess(error: unknown): boolean {
  return isForgeError(error) && (error.reason === 'not_found' || error.reason === 'forbidden');
}

const tokenHeaders = ['private-token', 'authorization', STORAGE_SECRET_HEADER];
const tokenParam = /(?:^|&)(?:private|access)_token=/;

/** Whether a request brings a token, unlike the navigation of a browser. */
function hasToken(exchange: HttpExchange): boolean {
  const isInHeader = tokenHeaders.some((name) => headerOf(exchange, name) !== undefined);
  return isInHeader || tokenParam.test(exchange.query);
}

function refuseUnknown(exchange: HttpExchange, allowed: string[]): void {
  if (allowed.length === 0) throw new ForgeError('unknown_route');
  exchange.label = 'wrong_verb';
  const { http, key, text } = errorCatalogue.wrong_verb;
  const headers = { 'Content-Type': 'application/json', Allow: allowed.join(', ') };
  send(exchange, http, headers, Buffer.from(JSON.stringify({ [key]: text })));
}

function sendOptions(exchange: HttpExchange, allowed: string[]): void {
  if (allowed.length === 0) throw new ForgeError('unknown_route');
  exchange.label = 'options';
  const methods = allowed.join(', ');
  const preflight = headerOf(exchange, 'access-control-request-method') !== undefined && {
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers':
      headerOf(exchange, 'access-control-request-headers')?.replace(/[^\w\-, ]/g, '') ?? '',
    'Access-Control-Max-Age': '7200',
  };
  send(exchange, 204, { Allow: methods, ...preflight });
}

function watch(
  exchange: HttpExchange,
  { durations, inFlight, requestLogging }: RequestHandlerOptions,
  { lines, span }: { lines: Logger; span: Span | undefined },
): void {
  const { request, response } = exchange;
  inFlight.inc();
  // A body that no handler reads has a timeout, too.
  response.once('finish', () => {
    if (!request.complete) watchPace(request, exchange.pace, () => request.destroy());
  });
  response.once('close', () => {
    inFlight.dec();
    if (span) endRequestSpan(span, exchange);
    const seconds = (performance.now() - exchange.startedAt) / 1000;
    durations.observe({ operation: exchange.label, status: `${Math.floor(response.statusCode / 100)}xx` }, seconds);
    const isCutOff = !response.writableFinished;
    if (!isLogged(requestLogging, { status: response.statusCode, isCutOff })) return;
    lines.info(
      {
        request_id: exchange.id,
        method: exchange.method,
        path: exchange.path,
        operation: exchange.label,
        status: response.statusCode,
        seconds,
        ...exchange.callerFields,
        address: exchange.client.address,
        ...(isCutOff && { cut_off: true }),
      },
      'request answered',
    );
  });
}
