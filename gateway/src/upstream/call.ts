/**
 * Calls of operations with the JSON codec: the request is the coerced parameters, the bytes of the
 * response are the HTTP body.
 */
import { HOUR_MS } from '@forgemesh/service/durations';
import { Readable, type Writable } from 'node:stream';
import type { Metadata, ServiceError } from '@grpc/grpc-js';
import { isForgeError } from '@forgemesh/errors';
import {
  encodeJson,
  readResponseInfo,
  type Channel,
  type LocalServices,
  type ResponseInfo,
  type VerifiedContext,
} from '@forgemesh/rpc';
import type { Metrics } from '@forgemesh/telemetry';
import type { SpooledFile } from '../body/spool';
import { withRecovery } from './recover';

/** Half a minute of work after the service's wait for a storage, which takes less. */
const READ_TIMEOUT_MS = 45_000;
const WRITE_TIMEOUT_MS = 75_000;
const UPLOAD_TIMEOUT_MS = 600_000;
const DOWNLOAD_TIMEOUT_MS = HOUR_MS;
const CHUNK_BYTES = 128 * 1024;

/** A call to make. */
export interface OperationCall {
  /** The service: that of another process, or one of this process. */
  to: Channel | LocalTarget;
  rpc: string;
  isRead: boolean;
  /** The parameters. */
  params: object;
  /**
   * Builds the context and other metadata for each attempt, because a context is valid for seconds
   * only.
   */
  metadata: () => Promise<Metadata>;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  metrics: Metrics;
}

/** A service of this process. */
export interface LocalTarget {
  services: LocalServices;
  service: string;
  /** Builds the context. */
  context: () => VerifiedContext;
  /** `If-Unmodified-Since` of the request. */
  unmodifiedSince: string | undefined;
}

/** A response: the HTTP body and its response information. */
export interface OperationResponse {
  body: Buffer;
  info: ResponseInfo;
}

/** A response whose body is streamed. */
export interface DownloadResponse {
  headers: Record<string, string>;
  /** The chunks. */
  content: Readable;
  cancel(): void;
}

type Finish = (error: ServiceError | null, body?: Buffer) => void;

/** Calls a unary operation. Throws ForgeError. */
export function callUnary(call: OperationCall): Promise<OperationResponse> {
  const timeout = call.isRead ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS;
  const { to } = call;
  if ('services' in to) return callLocal(call, to, timeout);
  return withRecovery(
    to,
    async () => {
      const [metadata, params] = await Promise.all([call.metadata(), encodeJson(call.params)]);
      return observe(call, (finish) => {
        const options = { deadline: Date.now() + timeout };
        return to.client().makeUnaryRequest(call.rpc, same, same, params, metadata, options, finish);
      });
    },
    call.signal,
  );
}

/**
 * Calls an operation that takes a file: parameters first, then the file's bytes. Throws ForgeError.
 */
export function callUpload(call: OperationCall, file: SpooledFile | undefined): Promise<OperationResponse> {
  const { to } = call;
  if ('services' in to) return callLocal(call, to, UPLOAD_TIMEOUT_MS, file?.read(CHUNK_BYTES));
  return withRecovery(to, async () => {
    const [metadata, params] = await Promise.all([call.metadata(), encodeJson(call.params)]);
    return observe(call, (finish) => {
      const options = { deadline: Date.now() + UPLOAD_TIMEOUT_MS };
      // Before the file is opened: there may be no process.
      const client = to.client();
      const source = file?.read(CHUNK_BYTES);
      const stream = client.makeClientStreamRequest(call.rpc, same, same, metadata, options, (error, body) => {
        source?.destroy();
        finish(error, body);
      });
      stream.write(params);
      if (!source) return stream.end();
      source.once('error', () => stream.cancel());
      source.pipe(stream as Writable);
      return stream;
    });
  });
}

/** Calls an operation that returns a stream, up to its headers. Throws ForgeError. */
export function callDownload(call: OperationCall): Promise<DownloadResponse> {
  const { to } = call;
  if ('services' in to) return downloadLocal(call, to);
  return withRecovery(
    to,
    async () => {
      const [metadata, params] = await Promise.all([call.metadata(), encodeJson(call.params)]);
      return new Promise((resolve, reject) => {
        const stopTimer = call.metrics.called.startTimer({ rpc: call.rpc });
        const options = { deadline: Date.now() + DOWNLOAD_TIMEOUT_MS };
        const content = to.client().makeServerStreamRequest(call.rpc, same, same, params, metadata, options);
        content.once('status', ({ code }) => stopTimer({ code: String(code) }));
        content.once('error', reject);
        content.once('end', () => reject(new Error('a download ended before its headers')));
        content.once('data', (first: Buffer) => {
          content.pause();
          content.removeAllListeners('end');
          content.removeListener('error', reject);
          // It may fail before and after it is read; a reader finds it destroyed.
          content.on('error', (error: Error) => content.destroy(error));
          const { headers } = JSON.parse(first.toString()) as Pick<DownloadResponse, 'headers'>;
          resolve({ headers, content, cancel: () => content.cancel() });
        });
      });
    },
    call.signal,
  );
}

/** Calls an operation of a service of this process. It needs no recovery: it cannot be lost. */
async function callLocal(
  { rpc, params, isRead, signal, metrics }: OperationCall,
  { services, service, context, unmodifiedSince }: LocalTarget,
  timeoutMs: number,
  content?: Readable,
): Promise<OperationResponse> {
  const stopTimer = metrics.called.startTimer({ rpc });
  const until = Date.now() + timeoutMs;
  try {
    const server = await services.find(service, until);
    const { response, info } = await server.call({
      rpc,
      context: context(),
      request: params,
      codec: 'json',
      content,
      unmodifiedSince,
      until,
      // A write is not cancelled: its client may request the result again.
      signal: isRead ? signal : undefined,
    });
    stopTimer({ code: 'ok' });
    return { body: response as Buffer, info };
  } catch (error) {
    stopTimer({ code: isForgeError(error) ? error.reason : 'internal' });
    throw error;
  } finally {
    content?.destroy();
  }
}

/** Calls an operation of a service of this process that returns a stream, up to its headers. */
async function downloadLocal(
  { rpc, params, signal, metrics }: OperationCall,
  { services, service, context, unmodifiedSince }: LocalTarget,
): Promise<DownloadResponse> {
  const stopTimer = metrics.called.startTimer({ rpc });
  const until = Date.now() + DOWNLOAD_TIMEOUT_MS;
  try {
    const server = await services.find(service, until);
    const { headers, content } = await server.download({
      rpc,
      context: context(),
      request: params,
      codec: 'json',
      unmodifiedSince,
      until,
      signal,
    });
    const stream = Readable.from(content, { objectMode: false });
    stream.once('close', () => stopTimer({ code: stream.errored ? 'internal' : 'ok' }));
    return { headers, content: stream, cancel: () => stream.destroy() };
  } catch (error) {
    stopTimer({ code: isForgeError(error) ? error.reason : 'internal' });
    throw error;
  }
}

function same(bytes: Buffer): Buffer {
  return bytes;
}

interface Cancellable {
  cancel(): void;
  on(event: 'status', listener: (status: { metadata: Metadata }) => void): unknown;
}

/**
 * Runs one attempt: waits for body and trailer, measures it, and cancels it when the client
 * disconnects.
 */
function observe(
  { metrics, rpc, signal, isRead }: OperationCall,
  start: (finish: Finish) => Cancellable,
): Promise<OperationResponse> {
  return new Promise((resolve, reject) => {
    const stopTimer = metrics.called.startTimer({ rpc });
    let body: Buffer | undefined;
    const cancel = (): void => call.cancel();
    const call = start((error, responseBody) => {
      stopTimer({ code: error ? String(error.code) : 'ok' });
      signal.removeEventListener('abort', cancel);
      if (error) reject(error);
      else body = responseBody;
    });
    // The trailer follows the response.
    call.on('status', ({ metadata }) => {
      if (body) resolve({ body, info: readResponseInfo(metadata) });
    });
    // A write is not cancelled: its client may request the result again.
    if (isRead) signal.addEventListener('abort', cancel, { once: true });
  });
}
