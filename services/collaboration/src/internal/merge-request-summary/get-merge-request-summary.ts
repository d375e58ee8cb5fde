import { type Call, internalOperation } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { MergeRequestSummaryServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_summary';
import { type MergeRequestDocument, withoutSearchFields } from '#items/model';
import { approvalVersionOf, type MergeRequestChangesDeps, refreshMergeRequest } from '#items/merge-requests';

/** Returns the current data of a merge request. */
export const getMergeRequestSummary = internalOperation(
  MergeRequestSummaryServiceDefinition.getMergeRequestSummary,
  async ({ project_id, iid, as_stored: asStored }, { deps }: Call<MergeRequestChangesDeps>) => {
    const found = await deps.items.mergeRequests.model
      .findOne({ project_id, iid }, withoutSearchFields)
      .lean<MergeRequestDocument>();
    if (!found) throw new NotFoundError();
    const { request } = asStored ? { request: found } : await refreshMergeRequest(deps, found, { actor: null });
    return {
      id: request._id,
      iid,
      project_id,
      title: request.title,
      description: request.description ?? undefined,
      state: request.state,
      merge_status: request.merge_status,
      created_at: request.created_at.toISOString(),
      updated_at: request.updated_at.toISOString(),
      author_id: request.author_id,
      assignee_ids: request.assignee_ids,
      source_project_id: request.source_project_id,
      target_branch: request.target_branch,
      version_number: request.version_number,
      approval_version: approvalVersionOf(request),
      head_sha: request.head_sha ?? undefined,
      base_sha: request.base_sha ?? undefined,
      approvals_before_merge: request.approvals_before_merge ?? undefined,
    };
  },
);
