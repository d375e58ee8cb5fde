import { t } from '@lingui/core/macro';
import { ApiError } from './api-error';

/** Returns a sentence that says what to do about an error. */
export function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return t`The server cannot be reached. Check your connection and try again.`;
  if (error.status === 429) return t`Too many requests. Try again in ${error.retryAfter ?? 60} seconds.`;
  if (error.status === 401) return t`You must sign in for this.`;
  if (error.status === 503) return t`The service is not available at the moment. Try again soon.`;
  if (error.status >= 500)
    return t`The server failed to handle the request. Try again; if it persists, tell an administrator.`;
  return error.message.replace(/^\d{3} /, '');
}
