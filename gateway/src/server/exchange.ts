/** One request and its answer, with what the edge knows of them before anything is looked up. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PaceLimits } from '../body/body-pace';
import type { ClientInfo } from './client-info';

/** A request on its way through the edge. */
export interface Exchange {
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
  /** Address of the client and origin under which it reached us. */
  client: ClientInfo;
  /** Name of what answers, for logs and metrics. */
  label: string;
  /** How fast the body has to come: as for anonymous clients until the sender is known. */
  pace: PaceLimits;
  /** Id of the user whose rights count, for logs. */
  userId: number | undefined;
  /** Fields of the log line that name the caller. */
  callerFields: Record<string, number>;
}

const saneRequestId = /^[\w.:@/+=-]{1,128}$/;

/** Opens the exchange of a request. A sane `X-Request-Id` of the client is kept. */
export function openExchange(
  request: IncomingMessage,
  response: ServerResponse,
  { client, pace }: Pick<Exchange, 'client' | 'pace'>,
): Exchange {
  const url = request.url ?? '/';
  const question = url.indexOf('?');
  const sentId = request.headers['x-request-id'];
  return {
    request,
    response,
    method: request.method ?? 'GET',
    path: question === -1 ? url : url.slice(0, question),
    query: question === -1 ? '' : url.slice(question + 1),
    id: typeof sentId === 'string' && saneRequestId.test(sentId) ? sentId : randomUUID(),
    startedAt: performance.now(),
    client,
    pace,
    label: 'none',
    userId: undefined,
    callerFields: {},
  };
}

/** Value of a request header that is a scalar; undefined when absent or empty. */
export function headerOf({ request }: Exchange, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
