/** Keeps the commits of a merge request with its target: they stay when the source branch is gone, and can be fetched. */
import type { Repositories } from '../service';
import { keepRef } from './keep-ref';
import type { Side } from './merge-side';

/** Brings the commits of the source into the target, and points `refs/merge-requests/<iid>/head` at them; pushes cannot reach it. */
export async function keepHead(
  deps: Repositories,
  { target, source, sha, iid }: { target: Side; source: Side; sha: string; iid: number },
): Promise<void> {
  const { repo } = target.location;
  if (repo !== source.location.repo)
    await deps.transportGit.fetchCommits({ repo, from: source.location.repo, ids: [sha] }, { timeoutMs: 0 });
  if (iid !== 0) await keepRef(deps, repo, `refs/merge-requests/${iid}/head`, sha);
}
