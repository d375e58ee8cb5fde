/** Sends the response of a service to the client. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { HttpExchange } from '../server/exchange';
import { compressForPages } from './compress-for-pages';
import { commonHeaders, send, type Headers } from './send';
import type { DownloadResponse, OperationResponse } from '../upstream/call';
import type { CompiledOperation } from '../routing/compile-operation';
import { paginationHeaders } from './pagination-headers';
import { etagInPieces, etagOf, isFresh, isTagged, mayBeSmall, readBeginning, withEtag } from './revalidation';

/**
 * Sends a unary response: the service's bytes unchanged, or 304 if the client has them already.
 */
export async function sendResponse(
  exchange: HttpExchange,
  { status, isBodiless }: CompiledOperation,
  { body, info }: OperationResponse,
): Promise<void> {
  const headers = {
    'Content-Type': 'application/json',
    ...paginationHeaders(exchange, info),
    ...info.headers,
  };
  const sentStatus = info.status ?? status;
  if (isBodiless) return send(exchange, sentStatus, headers);
  if (!isTagged(exchange, sentStatus)) return sendEncoded(exchange, sentStatus, headers, body);
  const etag = await etagInPieces(body);
  const tagged = withEtag(headers, etag);
  if (isFresh(exchange, etag)) return send(exchange, 304, tagged);
  return sendEncoded(exchange, 200, tagged, body);
}

/** Sends a body, compressed for a page. */
async function sendEncoded(exchange: HttpExchange, status: number, headers: Headers, body: Buffer): Promise<void> {
  const encoded = await compressForPages(exchange, body);
  send(exchange, status, { ...headers, ...encoded.headers }, encoded.body);
}

/**
 * Sends a download. The tag of its content comes from the service, or is computed if the content is
 * small; 304 is sent if the client has the content already.
 */
export async function sendDownload(
  exchange: HttpExchange,
  { status }: CompiledOperation,
  { headers, content, cancel }: DownloadResponse,
): Promise<void> {
  const all = { 'Content-Type': 'application/octet-stream', ...headers };
  if (!isTagged(exchange, status)) return streamDownload(exchange, status, all, { content, cancel });
  const { ETag: etag } = headers;
  if (etag !== undefined) {
    const tagged = withEtag(all, etag);
    if (!isFresh(exchange, etag)) return streamDownload(exchange, status, tagged, { content, cancel });
    discard({ content, cancel });
    return send(exchange, 304, tagged);
  }
  if (!mayBeSmall(headers)) return streamDownload(exchange, status, all, { content, cancel });
  exchange.response.once('close', cancel);
  const { chunks, rest } = await readBeginning(content);
  exchange.response.off('close', cancel);
  if (rest) {
    const joined = Readable.from(join(chunks, rest), { objectMode: false });
    return streamDownload(exchange, status, all, { content: joined, cancel });
  }
  const body = Buffer.concat(chunks);
  const computed = etagOf(body);
  const tagged = withEtag({ ...all, 'Content-Length': String(body.length) }, computed);
  if (isFresh(exchange, computed)) return send(exchange, 304, tagged);
  const encoded = await compressForPages(exchange, body);
  const described = { ...tagged, ...encoded.headers, 'Content-Length': String(encoded.body.length) };
  return streamDownload(exchange, status, described, { content: Readable.from([encoded.body]), cancel });
}

async function* join(chunks: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* chunks;
  yield* rest;
}

/** Ends a download that is not sent. */
function discard({ content, cancel }: Pick<DownloadResponse, 'content' | 'cancel'>): void {
  content.on('error', () => undefined);
  cancel();
}

/**
 * Streams a response with backpressure. If it is aborted, the connection is closed, so that no
 * client takes a part for the whole.
 */
async function streamDownload(
  exchange: HttpExchange,
  status: number,
  headers: Headers,
  { content, cancel }: Pick<DownloadResponse, 'content' | 'cancel'>,
): Promise<void> {
  exchange.response.writeHead(status, { ...commonHeaders(exchange), ...headers });
  if (exchange.method === 'HEAD') {
    discard({ content, cancel });
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
