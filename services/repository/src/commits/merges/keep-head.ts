/**
 * Keeps the commits of a merge request with its target: they stay when the source branch is gone,
 * and can be fetched.
 */
import { bringCommits } from '../../storage/peer-storages/bring-commits';
import type { Repositories } from '../../deps';
import { keepRef } from './keep-ref';
import type { NearSide, Side } from './merge-side';

/** Brings the commits of the source into the target. */
export function bringHead(
  deps: Repositories,
  { target, source, sha }: { target: NearSide; source: Side; sha: string },
): Promise<void> {
  return bringCommits(deps, { from: source.location, to: target.location, ids: [sha] }, { timeoutMs: 0 });
}

/**
 * Points `refs/merge-requests/<iid>/head` at a commit that is in the target; pushes cannot reach
 * it.
 */
export function keepHead(
  deps: Repositories,
  { target, sha, iid }: { target: NearSide; sha: string; iid: number },
): Promise<void> {
  return keepRef(deps, target.location.repo, `refs/merge-requests/${iid}/head`, sha);
}
