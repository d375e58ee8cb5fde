/** Sends the response of a service to the client. */
import { pipeline } from 'node:stream/promises';
import type { HttpExchange } from '../server/exchange';
import { commonHeaders, send } from './send';
import type { DownloadResponse, OperationResponse } from '../upstream/call';
import type { CompiledOperation } from '../routing/compile-operation';
import { paginationHeaders } from './pagination-headers';

/** Sends a unary response: the service's bytes unchanged. */
export function sendResponse(
  exchange: HttpExchange,
  { status, isBodiless }: CompiledOperation,
  { body, info }: OperationResponse,
): void {
  const headers = {
    'Content-Type': 'application/json',
    ...paginationHeaders(exchange, info),
    ...info.headers,
  };
  send(exchange, info.status ?? status, headers, isBodiless ? undefined : body);
}

/**
 * Streams a response with backpressure. If it is aborted, the connection is closed, so that no
 * client takes a part for the whole.
 */
export async function sendDownload(
  exchange: HttpExchange,
  { status }: CompiledOperation,
  { headers, content, cancel }: DownloadResponse,
): Promise<void> {
  const all = { ...commonHeaders(exchange), 'Content-Type': 'application/octet-stream', ...headers };
  exchange.response.writeHead(status, all);
  if (exchange.method === 'HEAD') {
    content.on('error', () => undefined);
    cancel();
    exchange.response.end();
    return;
  }
  try {
    await pipeline(content, exchange.response);
  } catch (error) {
    cancel();
    exchange.response.destroy(error as Error);
    throw error;
  }
}
