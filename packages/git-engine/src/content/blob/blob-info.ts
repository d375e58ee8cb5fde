/** Size of a blob. */
import { GitError } from '../../errors';
import type { GitContext } from '../../worker/context';

export interface BlobInput {
  repo: string;
  /** Object id of the blob. */
  id: string;
}

/** Size in bytes. Errors: `object_not_found` when there is no such blob. */
export async function blobInfo(context: GitContext, input: BlobInput): Promise<{ id: string; size: number }> {
  const info = await context.repository(input.repo).info(input.id);
  if (info?.type !== 'blob') throw new GitError('object_not_found', 'there is no such blob');
  return { id: input.id, size: info.size };
}
