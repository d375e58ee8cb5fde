/** One HTTP request and its response, with everything that is known without a lookup. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PaceLimits } from '../body/body-pace';
import type { ClientInfo } from './client-info';

/** A request that is being handled, and its response. */
export interface HttpExchange {
  request: IncomingMessage;
  response: ServerResponse;
  method: string;
  /** Path as sent, nothing decoded. */
  path: string;
  /** Query as sent, without the question mark. */
  query: string;
  /** Correlation id in logs, calls and events. */
  id: string;
  /** Start in milliseconds of the monotonic clock. */
  startedAt: number;
  /** Address of the client and the origin that it used. */
  client: ClientInfo;
  /** Name of the operation or page, for logs and metrics. */
  label: string;
  /** Minimum speed of the body: that of anonymous clients until the caller is authenticated. */
  pace: PaceLimits;
  /** Id of the user whose rights count, for logs. */
  userId: number | undefined;
  /** Fields of the log line that name the caller. */
  callerFields: Record<string, number>;
}

const validRequestId = /^[\w.:@/+=-]{1,128}$/;

/** Creates the exchange of a request. A valid `X-Request-Id` of the client is used. */
export function createExchange(
  request: IncomingMessage,
  response: ServerResponse,
  { client, pace }: Pick<HttpExchange, 'client' | 'pace'>,
): HttpExchange {
  const url = request.url ?? '/';
  const queryStart = url.indexOf('?');
  const sentId = request.headers['x-request-id'];
  return {
    request,
    response,
    method: request.method ?? 'GET',
    path: queryStart === -1 ? url : url.slice(0, queryStart),
    query: queryStart === -1 ? '' : url.slice(queryStart + 1),
    id: typeof sentId === 'string' && validRequestId.test(sentId) ? sentId : randomUUID(),
    startedAt: performance.now(),
    client,
    pace,
    label: 'none',
    userId: undefined,
    callerFields: {},
  };
}

/** Value of a request header that is a scalar; undefined when absent or empty. */
export function headerOf({ request }: HttpExchange, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
