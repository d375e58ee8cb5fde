/** Keeps the commits of a merge request with its target: they stay when the source branch is gone, and can be fetched. */
import { isGitError } from '../git/errors';
import { zeroId } from '../git/objects/object-id';
import type { Repositories } from '../service';
import type { Side } from './merge-side';

/** Brings the commits of the source into the target, and points `refs/merge-requests/<iid>/head` at them; pushes cannot reach it. */
export async function keepHead(
  { git, transportGit }: Repositories,
  { target, source, sha, iid }: { target: Side; source: Side; sha: string; iid: number },
): Promise<void> {
  const { repo } = target.location;
  if (repo !== source.location.repo)
    await transportGit.fetchCommits({ repo, from: source.location.repo, ids: [sha] }, { timeoutMs: 0 });
  if (iid === 0) return;
  const ref = `refs/merge-requests/${iid}/head`;
  const kept = await git.findRef({ repo, name: ref });
  if (kept?.id === sha) return;
  try {
    await git.updateRefs({ repo, updates: [{ ref, old: kept?.id ?? zeroId, new: sha }] });
  } catch (error) {
    // Whoever asked at the same moment wrote it.
    if (!isGitError(error, 'conflict')) throw error;
  }
}
