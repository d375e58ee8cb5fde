/** The error of a service for one of the git worker. */
import { DiskError, UnavailableError } from '@forgemesh/errors';
import { isGitError } from '@forgemesh/git-engine';

/**
 * Returns the error that callers get if they do not handle the one of the worker. A command that
 * exceeded its time limit may do so each time: an event that needs it is retried only a few times.
 */
export function toServiceError(error: unknown): unknown {
  if (isGitError(error, 'disk_full')) return new DiskError('full', error);
  if (isGitError(error, 'disk_read_only')) return new DiskError('read_only', error);
  if (isGitError(error, 'deadline_exceeded')) return new UnavailableError(undefined, { isTimeout: true, cause: error });
  const isRefused = isGitError(error, 'unavailable') || isWorkerUnavailable(error);
  return isRefused ? new UnavailableError(undefined, { cause: error }) : error;
}

/** Whether the worker ended, or could not be started. */
export function isWorkerUnavailable(error: unknown): boolean {
  return error instanceof Error && error.name === 'GitUnavailableError';
}
