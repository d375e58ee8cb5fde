import { isGitError, zeroId } from '@forgemesh/git-engine';
import type { RepositoryLocation } from '#storage';
import type { MergesDeps } from './deps';

/** The service itself moves these refs. */
const actor = { user_id: null, username: '', name: '' };

/**
 * Points an internal ref, which pushes cannot change and which has no events, at a commit.
 * Conflicts are ignored because concurrent callers set the same value.
 */
export async function setRef(
  { git, refs }: Pick<MergesDeps, 'git' | 'refs'>,
  location: RepositoryLocation,
  ref: string,
  sha: string,
): Promise<void> {
  const current = await git.findRef({ repo: location.repo, name: ref });
  if (current?.id === sha) return;
  const change = { ref, old: current?.id ?? zeroId, new: sha };
  try {
    await refs.change({ location, change, actor, may_be_default: false, is_internal: true });
  } catch (error) {
    if (!isGitError(error, 'conflict')) throw error;
  }
}
