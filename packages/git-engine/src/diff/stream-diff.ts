/** Streams all changes between two commits as one patch, from one git process. */
import { checkObjectId } from '../objects/object-id';
import type { GitContext } from '../worker/context';
import type { Pipe } from '../worker/pipe';
import { streamProcess } from '../worker/stream-process';

export interface StreamDiffInput {
  repo: string;
  from: string;
  to: string;
}

/**
 * Writes the patch to the pipe, without a size limit. Errors: `git_failed` when git exits with an
 * error.
 */
export async function streamDiff(context: GitContext, { repo, from, to }: StreamDiffInput, pipe: Pipe): Promise<null> {
  const options = ['--no-color', '--no-ext-diff', '--no-textconv', '--full-index', '--find-renames'];
  const args = ['diff', ...options, checkObjectId(from), checkObjectId(to), '--'];
  return streamProcess(context, repo, { args, queue: 'patch queue', lanes: 2 }, pipe);
}
