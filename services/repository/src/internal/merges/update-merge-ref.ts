import { internalOperation, type Call } from '@forgemesh/rpc';
import {
  MergeContentServiceDefinition,
  type UpdateMergeRefRequest,
} from '@forgemesh/proto/repository/v1/merge_content';
import { isGitError } from '@forgemesh/git-engine';
import { identitiesOf } from '#commits/history';
import { localSideOf, setRef } from '#commits/merges';
import type { InternalMergesDeps } from './deps';

/**
 * Writes the result that a merge would have. Its date is that of the newer side, so that the same
 * merge results in the same commit.
 */
export const updateMergeRef = internalOperation(
  MergeContentServiceDefinition.updateMergeRef,
  async (request, { deps }: Call<InternalMergesDeps>) => {
    try {
      return await writeMerge(deps, request);
    } catch (error) {
      // The folder was lost with the commit, and is built again by now.
      if (isGitError(error, 'object_not_found')) return writeMerge(deps, request);
      throw error;
    }
  },
);

async function writeMerge(
  deps: InternalMergesDeps,
  { target, target_sha: ours, source_sha: theirs, iid }: UpdateMergeRefRequest,
): Promise<{ commit_sha: string | undefined }> {
  const { git } = deps;
  const { location } = localSideOf(deps, target);
  const { repo } = location;
  const { tree_id } = await git.mergeTree({ repo, ours, theirs });
  if (tree_id === null) return { commit_sha: undefined };
  const [{ committer: system }, ...sides] = await Promise.all([
    identitiesOf(deps, null),
    git.getCommit({ repo, id: ours }),
    git.getCommit({ repo, id: theirs }),
  ]);
  const committer = { ...system, time: Math.max(...sides.map(({ committer: { seconds } }) => seconds)) };
  const message = `Merge ${theirs} into ${ours}`;
  const commit = { repo, tree_id, parents: [ours, theirs], message, author: committer, committer };
  const { commit_id } = await git.writeCommit(commit);
  await setRef(deps, location, `refs/merge-requests/${iid}/merge`, commit_id);
  return { commit_sha: commit_id };
}
