/** Reads the body of a request by its content type, within limits of its size and of memory. */
import { BadRequestError, ForgeError, isForgeError } from '@forgemesh/errors';
import type { HttpExchange } from '../server/exchange';
import type { CompiledOperation } from '../routing/compile-operation';
import { parametersOf } from '../params/compile-params';
import { emptyParams, type RawParams } from '../params/nesting';
import type { BodyAccount, BodyMemory } from './body-memory';
import { tooSlow, watchPace } from './body-pace';
import { MAX_SMALL_BODY_BYTES, type BodyThreads } from './body-threads';
import { ByteBlocks } from './byte-blocks';
import { readMultipart } from './multipart';
import type { TextKind } from './parse-text';
import type { SpooledFile, SpoolOptions } from './spool';

/** Maximum size of the body of a caller without a token. */
export const MAX_ANONYMOUS_BODY_BYTES = 64 * 1024;
/** Maximum size of the text fields of a multipart body. */
const MAX_TEXT_BYTES = 10 * 1024 * 1024;
/** Maximum time for a body that is held in memory. */
const MAX_SECONDS_IN_MEMORY = 600;

/** Parameters and files of a body. */
export interface RequestBody {
  params: RawParams;
  files: SpooledFile[];
  /** Whether its parameters are so large that they are not worth comparing. */
  isLarge: boolean;
  /** Deletes its files and releases its memory; called when the request ends. */
  close(): Promise<void>;
}

type BodyKind = TextKind | 'none' | 'multipart' | 'unsupported';

/** Returns the kind of a request's body. Bodies of GET and HEAD are ignored. */
export function bodyKindOf({ request, method }: HttpExchange): BodyKind {
  const { headers } = request;
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  if (isEmpty || method === 'GET' || method === 'HEAD') return 'none';
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return 'unsupported';
  const type = (headers['content-type'] ?? 'application/x-www-form-urlencoded').split(';', 1)[0]?.trim().toLowerCase();
  switch (type) {
    case 'application/json':
      return 'json';
    case 'application/x-www-form-urlencoded':
      return 'form';
    case 'multipart/form-data':
      return 'multipart';
    default:
      return 'unsupported';
  }
}

/** Whether a request has a body that may be large: its size is above the limit or not announced. */
export function mayBeLarge(exchange: HttpExchange): boolean {
  return bodyKindOf(exchange) !== 'none' && (announcedSizeOf(exchange) ?? Infinity) > MAX_SMALL_BODY_BYTES;
}

/** Dependencies of a reader. */
export interface BodyReaderOptions {
  memory: BodyMemory;
  threads: BodyThreads;
  /** Where files are stored. */
  spool: SpoolOptions;
}

/**
 * Reads bodies. Its methods throw ForgeError: 400 malformed, 413 too large, 415 unsupported type,
 * 503 if too many bodies are in memory.
 */
export class BodyReader {
  constructor(private readonly options: BodyReaderOptions) {}

  /** Refuses a body whose announced size is too large. */
  assertAnnouncedSize(exchange: HttpExchange, operation: CompiledOperation): void {
    if ((announcedSizeOf(exchange) ?? 0) > maxBytesOf(exchange, operation)) throw new ForgeError('too_large');
  }

  /** Reads the body of an operation. A DELETE may have any body. */
  async read(exchange: HttpExchange, operation: CompiledOperation): Promise<RequestBody> {
    if (bodyKindOf(exchange) === 'none') return withoutBody();
    this.assertAnnouncedSize(exchange, operation);
    const account = this.open(exchange);
    try {
      const body = await this.readByKind(exchange, operation, account);
      const closeAll = async (): Promise<void> => {
        account.close();
        await Promise.all(body.files.map((file) => file.close()));
      };
      return { ...body, close: closeAll };
    } catch (error) {
      account.close();
      if (exchange.method === 'DELETE' && isMalformed(error)) return withoutBody();
      throw error;
    }
  }

  /** Reads a JSON object outside of the operations; any other type is 415. */
  async readJson(exchange: HttpExchange, maxBytes: number): Promise<RawParams> {
    const kind = bodyKindOf(exchange);
    if (kind === 'none') return emptyParams();
    if (kind !== 'json') throw new ForgeError('unsupported_media_type');
    if ((announcedSizeOf(exchange) ?? 0) > maxBytes) throw new ForgeError('too_large');
    const account = this.open(exchange);
    try {
      return await this.options.threads.parse(account.caller, kind, await collect(exchange, maxBytes, account));
    } finally {
      account.close();
    }
  }

  private open({ userId, client }: HttpExchange): BodyAccount {
    return this.options.memory.open({ userId, address: client.networks[0]?.name ?? client.address });
  }

  private async readByKind(
    exchange: HttpExchange,
    operation: CompiledOperation,
    account: BodyAccount,
  ): Promise<Omit<RequestBody, 'close'>> {
    const { request, pace } = exchange;
    const { threads, spool } = this.options;
    const kind = bodyKindOf(exchange);
    if (request.destroyed) throw cutOff();
    if (kind === 'unsupported' || kind === 'none') throw new ForgeError('unsupported_media_type');
    const maxBytes = maxBytesOf(exchange, operation);
    if (kind === 'multipart') {
      const fileFields = parametersOf(operation.params)
        .filter(({ isFile }) => isFile)
        .flatMap(({ names }) => names);
      const maxTextBytes = Math.min(operation.maxParamsBytes, MAX_TEXT_BYTES);
      const limits = { maxBytes, maxTextBytes, fileFields, spool, account, pace };
      const { params, files, textBytes } = await readMultipart(request, limits);
      return { params, files, isLarge: textBytes > MAX_SMALL_BODY_BYTES };
    }
    const received = await collect(exchange, maxBytes, account);
    const params = await threads.parse(account.caller, kind, received);
    return { params, files: [], isLarge: received.size > MAX_SMALL_BODY_BYTES };
  }
}

function withoutBody(): RequestBody {
  return { params: emptyParams(), files: [], isLarge: false, close: () => Promise.resolve() };
}

function isMalformed(error: unknown): boolean {
  return isForgeError(error) && error.reason !== 'too_large' && error.reason !== 'unavailable';
}

function cutOff(): BadRequestError {
  return new BadRequestError('the request was cut off');
}

/** Returns the size that the client announces; undefined without one. */
function announcedSizeOf({ request }: HttpExchange): number | undefined {
  const length = request.headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/** Returns the maximum size of a body of an operation; bodies of unsupported types are not read. */
function maxBytesOf(exchange: HttpExchange, { maxFormBytes, maxParamsBytes }: CompiledOperation): number {
  const kind = bodyKindOf(exchange);
  if (kind === 'unsupported') return Infinity;
  const most = exchange.userId === undefined ? MAX_ANONYMOUS_BODY_BYTES : Infinity;
  return Math.min(kind === 'multipart' ? maxFormBytes : maxParamsBytes, most);
}

/** Receives a body into memory. */
function collect(exchange: HttpExchange, limit: number, account: BodyAccount): Promise<ByteBlocks> {
  const { request } = exchange;
  const announced = announcedSizeOf(exchange);
  const pace = { ...exchange.pace, seconds: Math.min(exchange.pace.seconds, MAX_SECONDS_IN_MEMORY) };
  return new Promise((resolve, reject) => {
    account.growTo(announced ?? 0);
    const received = new ByteBlocks(announced);
    const fail = (error: Error): void => {
      stopWatching();
      request.off('data', take).pause();
      reject(error);
    };
    const take = (chunk: Buffer): void => {
      try {
        const size = received.size + chunk.length;
        if (size > limit) throw new ForgeError('too_large');
        account.growTo(size);
        received.add(chunk);
      } catch (error) {
        fail(error as Error);
      }
    };
    const stopWatching = watchPace(request, pace, () => fail(tooSlow()));
    request.on('data', take);
    request.once('end', () => resolve(received));
    request.once('aborted', () => fail(cutOff()));
    request.once('error', fail);
  });
}
