import { type Call, internalOperation } from '@forgemesh/rpc';
import { MergeRequestSummaryServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_summary';
import { type MergeRequestDocument, withoutSearchFields } from '#items/model';
import { approvalVersionOf, type MergeRequestChangesDeps, refreshMergeRequest } from '#items/merge-requests';

/** Returns the diff versions for which approvals of merge requests count. */
export const listApprovalVersions = internalOperation(
  MergeRequestSummaryServiceDefinition.listApprovalVersions,
  async ({ ids }, { deps }: Call<MergeRequestChangesDeps>) => {
    const found = await deps.items.mergeRequests.model
      .find({ _id: { $in: ids } }, withoutSearchFields)
      .lean<MergeRequestDocument[]>();
    const versions = found.map(async (request) => {
      // Versions of other requests no longer change.
      const isOpen = request.state === 'opened';
      const now = isOpen ? (await refreshMergeRequest(deps, request, { actor: null })).request : request;
      return { merge_request_id: now._id, approval_version: approvalVersionOf(now) };
    });
    return { versions: await Promise.all(versions) };
  },
);
