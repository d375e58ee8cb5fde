/**
 * The errors of the git layer. They cross the process border as plain data, so they are recognised
 * by `name` and `reason`, never by `instanceof` alone.
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
  'disk_full',
  'disk_read_only',
  'git_failed',
] as const;

export type GitErrorReason = (typeof gitErrorReasons)[number];

/**
 * A refusal or failure that the git layer states; `details` carries data for the caller, `message`
 * states the fact.
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
 * The git worker is away or died while the call ran: nothing is known of the call's effect. Reads
 * may be repeated.
 */
export class GitUnavailableError extends Error {
  override readonly name = 'GitUnavailableError';
  readonly reason = 'git_unavailable';
}

/** Tells whether an error is a GitError, of one reason when it is given. */
export function isGitError(error: unknown, reason?: GitErrorReason): error is GitError {
  if (!(error instanceof Error) || error.name !== 'GitError') return false;
  return reason === undefined || (error as GitError).reason === reason;
}
