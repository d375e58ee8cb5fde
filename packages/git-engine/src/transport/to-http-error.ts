import { OverloadError } from '@forgemesh/admission';
import { isGitError } from '../errors';
import { HttpError } from './streams/request-body';

/** An administrator has to act first. */
const DISK_RETRY_AFTER_SECONDS = '60';

/** The response to an error; undefined for an unexpected one. */
export function toHttpError(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error;
  if (isGitError(error, 'disk_full') || isGitError(error, 'disk_read_only'))
    return new HttpError(503, `${error.message}, try again later`, { 'Retry-After': DISK_RETRY_AFTER_SECONDS });
  if (!(error instanceof OverloadError)) return undefined;
  return new HttpError(503, 'The server is busy, try again later', { 'Retry-After': String(error.retryAfter) });
}
