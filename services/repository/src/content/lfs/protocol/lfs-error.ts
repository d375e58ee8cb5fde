import { DiskError, errorCatalogue, isForgeError } from '@forgemesh/errors';
import { OverloadError } from '@forgemesh/admission';
import { ContentMismatchError } from '@forgemesh/objects';
import type { LfsDeps } from '../deps';
import { json, type LfsResponse } from './lfs-call';

/** A refusal that the client gets in the words of the protocol. */
export class LfsError extends Error {
  override readonly name = 'LfsError';

  constructor(
    readonly status: number,
    message: string,
    /** Further members of the response. */
    readonly details: object = {},
  ) {
    super(message);
  }
}

/** Status of a full disk in the protocol. */
const INSUFFICIENT_STORAGE = 507;

/** The response to a failed request; unexpected errors are logged. */
export function presentError({ log, urls }: Pick<LfsDeps, 'log' | 'urls'>, error: unknown): LfsResponse {
  const { status, message, details = {}, retryAfter } = refusalOf(log, error);
  const response = json(status, { message, documentation_url: `${urls.base}/-/docs`, ...details });
  if (retryAfter !== undefined) response.headers['Retry-After'] = String(retryAfter);
  if (status === 401) {
    for (const name of ['WWW-Authenticate', 'LFS-Authenticate']) response.headers[name] = 'Basic realm="Forgemesh"';
  }
  return response;
}

function refusalOf(
  log: LfsDeps['log'],
  error: unknown,
): { status: number; message: string; details?: object; retryAfter?: number | undefined } {
  if (error instanceof LfsError) return error;
  if (error instanceof ContentMismatchError)
    return { status: 400, message: `The ${error.difference} of the content differs from that of the object.` };
  if (error instanceof OverloadError)
    return { status: 429, message: 'Too many transfers, try again later.', retryAfter: error.retryAfter };
  if (error instanceof DiskError) return { status: INSUFFICIENT_STORAGE, message: error.message };
  if (isForgeError(error)) {
    const { reason, message, retryAfter } = error;
    return { status: errorCatalogue[reason].http, message, retryAfter };
  }
  log.error({ err: error }, 'LFS request failed');
  return { status: 500, message: 'The request could not be handled.' };
}
