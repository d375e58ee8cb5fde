import { type Call, operation } from '@forgemesh/rpc';
import { canReadFeature } from '@forgemesh/access';
import { CommitMergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/commit_merge_request';
import type { Condition } from '#queries';
import type { DiffVersionDocument } from '#items/model';
import { listMergeRequestPage } from '../list/list-merge-request-page';
import type { MergeRequestListsDeps, MergeRequestChangesDeps } from '../deps';

/**
 * Lists the merge requests that introduced a commit. The list is empty for callers who may read the
 * code but not merge requests.
 */
export const listCommitMergeRequests = operation(
  CommitMergeRequestServiceDefinition.listCommitMergeRequests,
  async (request, call: Call<MergeRequestListsDeps>) => {
    const project = call.resource('id');
    const { commit_id: commitId } = await call.deps.clients.commitLines.findCommitLine({ sha: request.sha });
    const filter = canReadFeature(project, 'merge_requests')
      ? await introducingCommit(call, project.id, commitId)
      : { _id: { $in: [] } };
    return listMergeRequestPage(call, request, {
      list: { scope: { project_id: project.id }, filter },
      base: { project_id: project.id },
    });
  },
);

/** Requests whose newest version contains the commit, and those whose merge created it. */
async function introducingCommit(
  { deps }: Call<MergeRequestChangesDeps>,
  project_id: number,
  sha: string,
): Promise<Condition> {
  const versions = await deps.diffs.versions.model
    .find({ commit_ids: sha, project_id }, { merge_request_id: 1, number: 1 })
    .lean<Pick<DiffVersionDocument, 'merge_request_id' | 'number'>[]>();
  const newest = versions.map(({ merge_request_id: _id, number }) => ({ _id, version_number: number }));
  return { project_id, $or: [...newest, { merge_commit_sha: sha }, { squash_commit_sha: sha }] };
}
