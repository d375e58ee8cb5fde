import { internalOperation, type Call } from '@forgemesh/rpc';
import {
  type MergeConflictResolution,
  MergeConflictServiceDefinition,
  type ResolveMergeConflictsResponse,
} from '@forgemesh/proto/repository/v1/merge_conflict';
import { type ConflictResolution, isGitError } from '@forgemesh/git-engine';
import { identitiesOf } from '#commits/history';
import { actingUserOf, localSideOf, sideOf, tipOf } from '#commits/merges';
import { copyCommits } from '#storage/peer-storages';
import { moveSourceBranch } from './move-source-branch';
import type { InternalSourceBranchesDeps } from './deps';

/** Merges the target of a merge request into its source branch, with resolved conflicts. */
export const resolveMergeConflicts = internalOperation(
  MergeConflictServiceDefinition.resolveMergeConflicts,
  async (request, call: Call<InternalSourceBranchesDeps>): Promise<ResolveMergeConflictsResponse> => {
    const { deps, signal, operationId } = call;
    const user = actingUserOf(call, request);
    const earlier = await deps.refs.findEarlier(operationId);
    if (earlier) return { commit_sha: earlier.after, refusal: '', is_push_refused: false };
    const target = sideOf(request.target);
    const source = localSideOf(deps, request.source);
    const { repo } = source.location;
    const { source_sha: ours, target_sha: theirs } = request;
    if ((await tipOf(deps, source)) !== ours) return refused('', true);
    await copyCommits(deps, { from: target.location, to: source.location, ids: [theirs] }, { timeoutMs: 0, signal });
    const { author, committer } = await identitiesOf(deps, request.acting_user ?? call.user);
    const resolutions = request.files.map(resolutionOf);
    const merge = { repo, ours, theirs, resolutions, message: request.message, author, committer };
    let commit: string;
    try {
      commit = (await deps.transportGit.resolveConflicts(merge, { signal })).commit_id;
    } catch (error) {
      if (isGitError(error, 'refused') || isGitError(error, 'invalid_path')) return refused(error.message, false);
      throw error;
    }
    const { applied, refusal } = await moveSourceBranch(call, user, {
      source,
      old: ours,
      commit,
      isForced: false,
      subject: request.subject,
      pushOptions: [],
      operationId,
    });
    return applied ? { commit_sha: commit, refusal: '', is_push_refused: false } : refused(refusal, true);
  },
);

function refused(refusal: string, isPushRefused: boolean): ResolveMergeConflictsResponse {
  return { commit_sha: undefined, refusal, is_push_refused: isPushRefused };
}

function resolutionOf({ path, side, content, sections }: MergeConflictResolution): ConflictResolution {
  if (side !== undefined) return { path, side: sideNamed(side) };
  if (content !== undefined) return { path, content };
  const choices = Object.entries(sections).map(([id, choice]) => [id, sideNamed(choice)] as const);
  return { path, sections: Object.fromEntries(choices) };
}

function sideNamed(side: string): 'ours' | 'theirs' {
  return side === 'ours' ? 'ours' : 'theirs';
}
