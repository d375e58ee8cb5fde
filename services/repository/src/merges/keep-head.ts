/** Keeps the commits of a merge request with its target: they stay when the source branch is gone, and can be fetched. */
import { bringCommits } from '../neighbours/bring-commits';
import type { Repositories } from '../service';
import { keepRef } from './keep-ref';
import type { NearSide, Side } from './merge-side';

/** Brings the commits of the source into the target, and points `refs/merge-requests/<iid>/head` at them; pushes cannot reach it. */
export async function keepHead(
  deps: Repositories,
  { target, source, sha, iid }: { target: NearSide; source: Side; sha: string; iid: number },
): Promise<void> {
  await bringCommits(deps, { from: source.location, to: target.location, ids: [sha] }, { timeoutMs: 0 });
  if (iid !== 0) await keepRef(deps, target.location.repo, `refs/merge-requests/${iid}/head`, sha);
}
