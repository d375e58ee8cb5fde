/** Streams commits as patches in the format of mails, which `git am` applies. */
import type { Caller } from '@forgemesh/admission';
import { checkObjectId } from '../objects/object-id';
import type { GitContext } from '../worker/context';
import type { Pipe } from '../worker/pipe';
import { streamProcess } from '../worker/stream-process';

export interface StreamPatchesInput {
  repo: string;
  /** Id of the commit before the first one; null to begin with the first commit of the history. */
  from: string | null;
  /** Id of the last commit. */
  to: string;
  /** Whose share of the slots the download uses. */
  caller: Caller;
}

/**
 * Writes the patches to the pipe, oldest first, without merge commits. Errors: `git_failed` when
 * git exits with an error, and those of downloads.
 */
export async function streamPatches(
  context: GitContext,
  { repo, from, to, caller }: StreamPatchesInput,
  pipe: Pipe,
): Promise<null> {
  const last = checkObjectId(to);
  const range = from === null ? ['--root', last] : [`${checkObjectId(from)}..${last}`];
  const args = ['format-patch', '--stdout', '--no-ext-diff', '--no-textconv', '--no-color', ...range];
  return streamProcess(context, { repo, caller, kind: 'patch', args }, pipe);
}
