import { internalOperation, type Call } from '@forgemesh/rpc';
import { RebaseServiceDefinition } from '@forgemesh/proto/repository/v1/rebase';
import { actingUserOf, localSideOf, tipOf } from '#commits/merges';
import { moveSourceBranch } from './move-source-branch';
import type { InternalSourceBranchesDeps } from './deps';

/** The push option with which git clients skip pipelines. */
const SKIP_CI = 'ci.skip';

/** Updates the source branch of a merge request to its rebased commits. */
export const applyRebase = internalOperation(
  RebaseServiceDefinition.applyRebase,
  async (request, call: Call<InternalSourceBranchesDeps>) => {
    const { deps } = call;
    const user = actingUserOf(call, request);
    const source = localSideOf(deps, request.source);
    const { project_id, repo } = source.location;
    const { source_sha: old, commit_sha: commit } = request;
    const tip = await tipOf(deps, source);
    if (tip !== null && (await deps.git.isAncestor({ repo, ancestor: commit, descendant: tip })).is_ancestor)
      return { applied: true, refusal: '' };
    return moveSourceBranch(call, user, {
      source,
      old,
      commit,
      isForced: true,
      subject: request.subject,
      pushOptions: request.skip_ci ? [SKIP_CI] : [],
      operationId: `rebase/${project_id}/${commit}`,
    });
  },
);
