import { isGitError, zeroId } from '@forgemesh/git-engine';
import type { Repositories } from '../../deps';

/**
 * Points a ref that no push reaches, and that nobody is told of, at a commit. Whoever asks at the
 * same moment means the same.
 */
export async function keepRef({ git }: Repositories, repo: string, ref: string, sha: string): Promise<void> {
  const kept = await git.findRef({ repo, name: ref });
  if (kept?.id === sha) return;
  try {
    await git.updateRefs({ repo, updates: [{ ref, old: kept?.id ?? zeroId, new: sha }] });
  } catch (error) {
    if (!isGitError(error, 'conflict')) throw error;
  }
}
