import { RebaseServiceDefinition } from '@forgemesh/proto/repository/v1/rebase';
import { identitiesOf } from '../../commits/commits/commit-author';
import { otherSideOf, sideOf, tipOf } from '../../commits/merges/merge-side';
import { bringCommits } from '../../storage/peer-storages/bring-commits';
import { internalOperation } from '../../operation';

/** Long branches take a git process for each commit. */
const MAX_MS = 240_000;

/** Writes the commits of the source of a merge request on top of its target. */
export const buildRebase = internalOperation(RebaseServiceDefinition.buildRebase, async (request, call) => {
  const { deps, signal } = call;
  const [target, source] = [otherSideOf(request.target), sideOf(deps, request.source)];
  const onto = await tipOf(deps, target);
  if (onto === null) return { commit_sha: undefined, failure: 'no_target' };
  const { repo } = source.location;
  await bringCommits(deps, { from: target.location, to: source.location, ids: [onto] }, { timeoutMs: 0, signal });
  const head = request.source_sha;
  if ((await deps.git.isAncestor({ repo, ancestor: onto, descendant: head })).is_ancestor)
    return { commit_sha: head, failure: '' };
  const { committer } = await identitiesOf(deps, request.acting_user ?? call.user);
  const rebase = { repo, head, onto, committer };
  const { commit_id, failure } = await deps.transportGit.rebaseCommits(rebase, { timeoutMs: MAX_MS, signal });
  return { commit_sha: commit_id ?? undefined, failure: failure ?? '' };
});
