/**
 * Parses `multipart/form-data`: fields into nested parameters, the operation's files into temporary
 * files. Fields may follow a file.
 */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { ForgeError, InvalidParameterError } from '@forgemesh/errors';
import { MAX_VALUES, NestedParams, tooMany, type RawParams } from '../params/nesting';
import type { BodyAccount } from './body-memory';
import { tooSlow, watchPace, type PaceLimits } from './body-pace';
import { spoolFile, type SpooledFile, type SpoolOptions } from './spool';

const MAX_FILES = 20;
/** Maximum size of a text field. */
const MAX_FIELD_BYTES = 1024 * 1024;
/**
 * Bytes without the end of a field after which it is too large: the parser reports a field at its
 * end only. A field shares the chunks at its start and end with others.
 */
const MAX_UNFINISHED_BYTES = MAX_FIELD_BYTES + 256 * 1024;

/** A parsed body. */
export interface MultipartBody {
  params: RawParams;
  /** At most one per field. */
  files: SpooledFile[];
  /** Size of all text fields together in bytes. */
  textBytes: number;
}

/** Limits of a body. */
export interface MultipartLimits {
  /** Maximum size of the whole body in bytes. */
  maxBytes: number;
  /** Maximum size of all text fields together in bytes. */
  maxTextBytes: number;
  /** Names of the fields whose files are stored; files of other fields are skipped. */
  fileFields: readonly string[];
  /** Where files are stored. */
  spool: SpoolOptions;
  /** Accounts for the text fields. */
  account: BodyAccount;
  pace: PaceLimits;
}

/** Receives a multipart body. Throws ForgeError and then leaves no files. */
export async function readMultipart(request: IncomingMessage, limits: MultipartLimits): Promise<MultipartBody> {
  const params = new NestedParams();
  const files: Promise<SpooledFile | undefined>[] = [];
  try {
    const textBytes = await parse(request, limits, params, files);
    const received = (await Promise.all(files)).filter((file) => file !== undefined);
    const first = received.filter((file, at) => received.findIndex(({ field }) => field === file.field) === at);
    await Promise.all(received.filter((file) => !first.includes(file)).map((file) => file.close()));
    return { params: params.finish(), files: first, textBytes };
  } catch (error) {
    const settled = await Promise.allSettled(files);
    await Promise.all(settled.map((result) => (result.status === 'fulfilled' ? result.value?.close() : undefined)));
    throw error;
  }
}

function parse(
  request: IncomingMessage,
  { maxBytes, maxTextBytes, fileFields, spool, account, pace }: MultipartLimits,
  params: NestedParams,
  files: Promise<SpooledFile | undefined>[],
): Promise<number> {
  return new Promise((resolve, reject) => {
    const parser = createParser(request);
    let received = 0;
    let textBytes = 0;
    // What does not belong to a file: text fields and their headers.
    let outsideFiles = 0;
    let unfinished = 0;
    const open = new Set<Readable>();
    const fail = (error: Error): void => {
      stopWatching();
      request.unpipe(parser).off('data', count).pause();
      // A file that will never end must not block its spooling.
      for (const stream of open) stream.destroy(error);
      reject(error);
    };
    const attempt = (step: () => void): void => {
      try {
        step();
      } catch (error) {
        fail(error as Error);
      }
    };
    const count = (chunk: Buffer): void =>
      attempt(() => {
        received += chunk.length;
        if (received > maxBytes) throw new ForgeError('too_large');
        if (open.size > 0) return;
        outsideFiles += chunk.length;
        unfinished += chunk.length;
        if (unfinished > MAX_UNFINISHED_BYTES) throw new ForgeError('too_large');
        account.growTo(Math.min(outsideFiles, maxTextBytes));
      });
    const stopWatching = watchPace(request, pace, () => fail(tooSlow()));
    request.on('data', count);
    request.once('aborted', () => fail(new InvalidParameterError('the request was cut off')));
    parser.on('field', (name: string | undefined, value, { valueTruncated }) => {
      unfinished = 0;
      // Some clients add nameless parts.
      if (!name) return;
      attempt(() => {
        textBytes += Buffer.byteLength(value);
        if (valueTruncated || textBytes > maxTextBytes) throw new ForgeError('too_large');
        account.growTo(textBytes);
        params.add(name, value);
      });
    });
    parser.on('file', (field, stream, { filename }) => {
      unfinished = 0;
      open.add(stream);
      // It may be destroyed with an error before it is read.
      stream.on('error', () => undefined);
      stream.once('close', () => open.delete(stream));
      if (!fileFields.includes(field)) return void stream.resume();
      const spooled = spoolFile(stream, { field, name: filename ?? '' }, spool).then((file) => dropStray(file));
      // The caller receives a failure through the list; until then it must not count as unhandled.
      spooled.catch(fail);
      files.push(spooled);
    });
    const refuseMore = (): void => fail(tooMany());
    parser.on('fieldsLimit', refuseMore).on('filesLimit', refuseMore).on('partsLimit', refuseMore);
    parser.on('error', (error) => fail(malformed(error)));
    parser.on('close', () => resolve(textBytes));
    request.pipe(parser);
  });
}

function createParser(request: IncomingMessage): busboy.Busboy {
  const limits = {
    fields: MAX_VALUES,
    files: MAX_FILES,
    // A field of exactly this size counts as truncated.
    fieldSize: MAX_FIELD_BYTES + 1,
    fieldNameSize: 1000,
    headerPairs: 100,
  };
  try {
    return busboy({ headers: request.headers, limits, defParamCharset: 'utf8' });
  } catch (error) {
    throw malformed(error);
  }
}

/** Some clients add an empty nameless part for a file that they do not send. */
async function dropStray(file: SpooledFile): Promise<SpooledFile | undefined> {
  if (file.name !== '' || file.size > 0) return file;
  await file.close();
  return undefined;
}

function malformed(cause: unknown): InvalidParameterError {
  return Object.assign(new InvalidParameterError('message body does not match declared format'), { cause });
}
