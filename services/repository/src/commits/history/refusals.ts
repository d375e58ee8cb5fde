import { BadRequestError } from '@forgemesh/errors';
import { isGitError, type GitErrorReason } from '@forgemesh/git-engine';

const refusals: ReadonlySet<GitErrorReason> = new Set([
  'invalid_path',
  'path_not_found',
  'conflict',
  'refused',
  'invalid_ref',
]);

/**
 * Converts a refusal of the git engine into a 400 with its message; `messages` overrides some
 * messages. Other errors are returned unchanged.
 */
export function refusalOf(error: unknown, messages: Partial<Record<GitErrorReason, string>> = {}): unknown {
  if (!isGitError(error) || !refusals.has(error.reason)) return error;
  return new BadRequestError(messages[error.reason] ?? error.message, { cause: error });
}
