/**
 * Keeps the commits of a merge request in the target repository, so that they remain fetchable
 * after the source branch is deleted.
 */
import { copyCommits } from '#storage/peer-storages';
import { setRef } from './set-ref';
import type { LocalSide, Side } from './merge-side';
import type { MergesDeps } from './deps';

type Deps = Pick<MergesDeps, 'git' | 'transportGit' | 'storages' | 'peerStorages' | 'refs'>;

/** Copies the commits of the source into the target. */
export function copyHead(
  deps: Deps,
  { target, source, sha }: { target: LocalSide; source: Side; sha: string },
): Promise<void> {
  return copyCommits(deps, { from: source.location, to: target.location, ids: [sha] }, { timeoutMs: 0 });
}

/**
 * Points `refs/merge-requests/<iid>/head` at a commit of the target repository. Pushes cannot
 * change this ref.
 */
export function updateHeadRef(
  deps: Deps,
  { target, sha, iid }: { target: LocalSide; sha: string; iid: number },
): Promise<void> {
  return setRef(deps, target.location, `refs/merge-requests/${iid}/head`, sha);
}
