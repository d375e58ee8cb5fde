import { isGitError, zeroId } from '@forgemesh/git-engine';
import type { MergesDeps } from './deps';

/**
 * Points an internal ref, which pushes cannot change and which has no events, at a commit.
 * Conflicts are ignored because concurrent callers set the same value.
 */
export async function setRef({ git }: Pick<MergesDeps, 'git'>, repo: string, ref: string, sha: string): Promise<void> {
  const current = await git.findRef({ repo, name: ref });
  if (current?.id === sha) return;
  try {
    await git.updateRefs({ repo, updates: [{ ref, old: current?.id ?? zeroId, new: sha }] });
  } catch (error) {
    if (!isGitError(error, 'conflict')) throw error;
  }
}
