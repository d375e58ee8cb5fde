/** Errors of an S3 server in the words of the service. */
import { DiskError, UnavailableError } from '@forgemesh/errors';
import type { ErrorLog } from './s3-options';

const NOT_FOUND = 404;
const INSUFFICIENT_STORAGE = 507;
/** Codes of a missing object. A missing bucket has another one, unless the request was a HEAD. */
const missingCodes = new Set(['NoSuchKey', 'NotFound']);
/** Codes of servers that have no space left. */
const fullCodes = new Set(['InsufficientStorage', 'QuotaExceeded', 'XMinioStorageFull', 'StorageFull']);
/** Seconds after which a client may try again. */
const RETRY_AFTER_SECONDS = 10;
const UNAVAILABLE_TEXT = 'The object store is unavailable, try again later';

/** The used part of the SDK's errors. */
interface SdkError extends Error {
  $metadata?: { httpStatusCode?: number };
}

/** Whether a request failed because the object does not exist. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const status = (error as SdkError).$metadata?.httpStatusCode;
  return missingCodes.has(error.name) && (status === undefined || status === NOT_FOUND);
}

/**
 * Turns an error of the SDK into a 503, and logs it: its cause is a failure of the server or a
 * wrong configuration, which the client cannot see. Of the error, only name and message are kept,
 * because others of its fields contain parts of the credentials.
 */
export function fromS3Error(error: unknown, log: ErrorLog): UnavailableError {
  const { name, message, $metadata } = error as SdkError;
  const status = $metadata?.httpStatusCode;
  const cause = new Error(`${name}: ${message}`);
  if (fullCodes.has(name) || status === INSUFFICIENT_STORAGE) return new DiskError('full', cause);
  log.error({ code: name, status, reason: message }, 'the object store refused a request or is unavailable');
  return new UnavailableError(UNAVAILABLE_TEXT, { retryAfter: RETRY_AFTER_SECONDS, cause });
}
