/** Sends the response of a service to the client. */
import { pipeline } from 'node:stream/promises';
import type { Exchange } from '../server/exchange';
import { commonHeaders, send } from './send';
import type { DownloadAnswer, OperationAnswer } from '../upstream/call';
import type { CompiledOperation } from '../routing/compile-operation';
import { paginationHeaders } from './pagination-headers';

/** Sends a unary answer: the service's bytes as they are. */
export function sendAnswer(
  exchange: Exchange,
  { status, isBodiless }: CompiledOperation,
  { body, info }: OperationAnswer,
): void {
  const headers = {
    'Content-Type': 'application/json',
    ...paginationHeaders(exchange, info),
    ...info.headers,
  };
  send(exchange, info.status ?? status, headers, isBodiless ? undefined : body);
}

/**
 * Sends a streamed answer with back-pressure. Where it breaks off, the connection does too, so that
 * no client takes a part for the whole.
 */
export async function sendDownload(
  exchange: Exchange,
  { status }: CompiledOperation,
  { headers, content }: DownloadAnswer,
): Promise<void> {
  const all = { ...commonHeaders(exchange), 'Content-Type': 'application/octet-stream', ...headers };
  exchange.response.writeHead(status, all);
  if (exchange.method === 'HEAD') {
    content.on('error', () => undefined);
    content.cancel();
    exchange.response.end();
    return;
  }
  try {
    await pipeline(content, exchange.response);
  } catch (error) {
    content.cancel();
    exchange.response.destroy(error as Error);
    throw error;
  }
}
