/** Pushes refs to a remote repository, each with the expected old value. */
import { GitError } from '../errors';
import { checkObjectId } from '../objects/object-id';
import { zeroId } from '../refs/ref-folders';
import type { GitContext } from '../worker/context';
import { isValidRefName } from '../write/refs/ref-names';
import type { RefUpdate } from '../write/refs/ref-transactions';
import { explainRemoteFailure } from './explain-failure';
import { runRemoteGit, type Remote } from './remote-git';

export interface PushRemoteInput {
  repo: string;
  remote: Remote;
  updates: RefUpdate[];
}

const timeoutMs = 60 * 60_000;

/**
 * Pushes and returns the refs that were rejected. Errors: `refused` with a message for users,
 * `limit_exceeded`, `cancelled`.
 */
export async function pushRemote(context: GitContext, input: PushRemoteInput): Promise<{ refused: string[] }> {
  const { repo, remote, updates } = input;
  updates.forEach(checkUpdate);
  const { ok, stdout, errorOutput } = await runRemoteGit(context, {
    repo,
    remote,
    args: [
      'push',
      '--quiet',
      '--porcelain',
      '--no-verify',
      '--no-follow-tags',
      '--recurse-submodules=no',
      ...updates.map(({ ref, old }) => `--force-with-lease=${ref}:${old === zeroId ? '' : old}`),
      '--end-of-options',
      remote.url,
      ...updates.map(({ ref, new: next }) => `${next === zeroId ? '' : next}:${ref}`),
    ],
    timeoutMs,
  });
  const refused = [...stdout.matchAll(/^!\t[^:\n]*:([^\t\n]+)\t/gm)].map(([, ref = '']) => ref);
  // git exits with an error both for individually rejected refs and for a push that failed as a
  // whole.
  if (!ok && refused.length === 0) throw new GitError('refused', explainRemoteFailure(errorOutput));
  return { refused };
}

function checkUpdate(update: RefUpdate): void {
  if (!isValidRefName(update.ref)) throw new GitError('invalid_ref', 'not a ref name');
  checkObjectId(update.old);
  checkObjectId(update.new);
}
