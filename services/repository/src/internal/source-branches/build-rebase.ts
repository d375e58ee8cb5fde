import { internalOperation, type Call } from '@forgemesh/rpc';
import { RebaseServiceDefinition } from '@forgemesh/proto/repository/v1/rebase';
import { identitiesOf } from '#commits/history';
import { localSideOf, sideOf, tipOf } from '#commits/merges';
import { copyCommits } from '#storage/peer-storages';
import type { InternalSourceBranchesDeps } from './deps';

/** Each commit of a branch may take one git process. */
const TIMEOUT_MS = 240_000;

/** Rebases the commits of a merge request's source onto its target. */
export const buildRebase = internalOperation(
  RebaseServiceDefinition.buildRebase,
  async (request, call: Call<InternalSourceBranchesDeps>) => {
    const { deps, signal } = call;
    const [target, source] = [sideOf(request.target), localSideOf(deps, request.source)];
    const onto = await tipOf(deps, target);
    if (onto === null) return { commit_sha: undefined, failure: 'no_target' };
    const { repo } = source.location;
    await copyCommits(deps, { from: target.location, to: source.location, ids: [onto] }, { timeoutMs: 0, signal });
    const head = request.source_sha;
    if ((await deps.git.isAncestor({ repo, ancestor: onto, descendant: head })).is_ancestor)
      return { commit_sha: head, failure: '' };
    const { committer } = await identitiesOf(deps, request.acting_user ?? call.user);
    const rebase = { repo, head, onto, committer };
    const { commit_id, failure } = await deps.transportGit.rebaseCommits(rebase, { timeoutMs: TIMEOUT_MS, signal });
    return { commit_sha: commit_id ?? undefined, failure: failure ?? '' };
  },
);
