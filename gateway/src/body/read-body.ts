/** Reads the body of a request by its content type, within the operation's limit. */
import { BadRequestError, ForgeError, isForgeError } from '@forgemesh/errors';
import { watchPace } from './body-pace';
import type { HttpExchange } from '../server/exchange';
import type { CompiledOperation } from '../routing/compile-operation';
import { parametersOf } from '../params/compile-params';
import { parseForm } from './form';
import { parseJsonBody } from './json-body';
import { readMultipart } from './multipart';
import { emptyParams, type RawParams } from '../params/nesting';
import type { SpooledFile, SpoolOptions } from './spool';

/** Parameters and files of a body. */
export interface RequestBody {
  params: RawParams;
  files: SpooledFile[];
}

type BodyKind = 'none' | 'json' | 'form' | 'multipart' | 'unsupported';

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

/**
 * Reads a body. Throws ForgeError: 400 malformed, 413 too large, 415 unsupported type. A DELETE may
 * have any body.
 */
export async function readBody(
  exchange: HttpExchange,
  operation: CompiledOperation,
  spool: SpoolOptions,
): Promise<RequestBody> {
  try {
    return await readByKind(exchange, operation, spool);
  } catch (error) {
    const isHarmless = exchange.method === 'DELETE' && isForgeError(error) && error.reason !== 'too_large';
    if (isHarmless) return { params: emptyParams(), files: [] };
    throw error;
  }
}

/** Reads the form of a page. Throws ForgeError as above; any other type is 415. */
export async function readForm(exchange: HttpExchange, maxBytes: number): Promise<RawParams> {
  const kind = bodyKindOf(exchange);
  if (kind === 'none') return emptyParams();
  if (kind !== 'form') throw new ForgeError('unsupported_media_type');
  const bytes = await withPace(exchange, collect(exchange, maxBytes));
  return parseForm(bytes.toString('utf8'));
}

async function readByKind(
  exchange: HttpExchange,
  operation: CompiledOperation,
  spool: SpoolOptions,
): Promise<RequestBody> {
  const { request } = exchange;
  const limit = operation.maxBodyBytes;
  const kind = bodyKindOf(exchange);
  if (kind === 'none') return { params: emptyParams(), files: [] };
  if (request.destroyed) throw new BadRequestError('the request was cut off');
  if (kind === 'unsupported') throw new ForgeError('unsupported_media_type');
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new ForgeError('too_large');
  if (kind === 'multipart') {
    const fileFields = parametersOf(operation.params)
      .filter(({ isFile }) => isFile)
      .flatMap(({ names }) => names);
    return withPace(exchange, readMultipart(request, { maxBytes: limit, fileFields, spool }));
  }
  const bytes = await withPace(exchange, collect(exchange, limit));
  return { params: kind === 'json' ? parseJsonBody(bytes) : parseForm(bytes.toString('utf8')), files: [] };
}

function collect({ request }: HttpExchange, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) {
        request.off('data', take).pause();
        reject(new ForgeError('too_large'));
      } else {
        chunks.push(chunk);
      }
    };
    request.on('data', take);
    request.once('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.once('aborted', () => reject(new BadRequestError('the request was cut off')));
    request.once('error', reject);
  });
}

/** Refuses a body that arrives too slowly. */
async function withPace<T>({ request, pace }: HttpExchange, reading: Promise<T>): Promise<T> {
  let stop = (): void => undefined;
  const slow = new Promise<never>((_resolve, reject) => {
    stop = watchPace(request, pace, () => {
      request.pause();
      reject(new BadRequestError('the body of the request did not arrive in time'));
    });
  });
  try {
    return await Promise.race([reading, slow]);
  } finally {
    stop();
  }
}
