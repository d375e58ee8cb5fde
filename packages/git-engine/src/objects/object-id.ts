/** Object ids: 40 lower-case hexadecimal digits. */
import { GitError } from '../errors';

const pattern = /^[0-9a-f]{40}$/;

/** The empty tree; git knows it in every repository, stored or not. */
export const emptyTreeId = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

export function isObjectId(text: string): boolean {
  return pattern.test(text);
}

/**
 * Returns the id or throws. Persistent processes accept only checked ids, because a newline would
 * misalign all later results.
 */
export function checkObjectId(text: string): string {
  if (typeof text !== 'string' || !pattern.test(text)) throw new GitError('object_not_found', 'not an object id');
  return text;
}
