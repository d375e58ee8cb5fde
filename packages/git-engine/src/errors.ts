/**
 * The errors of the git engine. They cross the process boundary as plain data, so check `name` and
 * `reason`, never `instanceof` alone.
 */
export const gitErrorReasons = [
  'ref_not_found',
  'object_not_found',
  'path_not_found',
  'repository_not_found',
  'invalid_ref',
  'invalid_path',
  'invalid_argument',
  'conflict',
  'refused',
  'limit_exceeded',
  'deadline_exceeded',
  'cancelled',
  'unavailable',
  'overloaded',
  'disk_full',
  'disk_read_only',
  'git_failed',
] as const;

export type GitErrorReason = (typeof gitErrorReasons)[number];

/**
 * An error that the git engine reports. `message` states the fact; `details` carries data for the
 * caller.
 */
export class GitError extends Error {
  override readonly name = 'GitError';

  constructor(
    readonly reason: GitErrorReason,
    message: string,
    readonly details?: Record<string, unknown>,
  ) {
    super(message);
  }
}

/**
 * The git worker is not running or died during the call, so the effect of the call is unknown.
 * Reads may be retried.
 */
export class GitUnavailableError extends Error {
  override readonly name = 'GitUnavailableError';
  readonly reason = 'git_unavailable';
}

/** Whether an error is a GitError, optionally with a specific reason. */
export function isGitError(error: unknown, reason?: GitErrorReason): error is GitError {
  if (!(error instanceof Error) || error.name !== 'GitError') return false;
  return reason === undefined || (error as GitError).reason === reason;
}
