/** Stores the eligible approvers of merge requests, for filtering lists. */
import { changesOf } from '@forgemesh/data';
import type { RequestApprovers } from '@forgemesh/proto/approvals/v1/approver_directory';
import type { MergeRequestDocument } from '#items/model';
import type { MergeRequestFields } from '../changes/change-merge-request';
import type { MergeRequestChangesDeps } from '../deps';

/**
 * Fetches the approvers from the approvals service and stores them. Returns them, or null if the
 * request does not exist.
 */
export async function refreshApprovers(
  { clients, items: { mergeRequests } }: MergeRequestChangesDeps,
  id: number,
): Promise<RequestApprovers | null> {
  let approvers: RequestApprovers | null = null;
  // They are fetched after the request is read and stored only if nobody wrote in between, so that
  // the later of two results wins.
  await mergeRequests.mutate(id, async (request) => {
    approvers = await clients.approvers.getRequestApprovers({ project_id: request.project_id, iid: request.iid });
    const set = storedOf(approvers);
    return Object.keys(changesOf<MergeRequestFields>(request, set)).length > 0 ? { set } : null;
  });
  return approvers;
}

function storedOf({ user_ids, group_ids, approvals_before_merge }: RequestApprovers): Partial<MergeRequestDocument> {
  const required = approvals_before_merge ?? null;
  return { approver_ids: user_ids, approver_group_ids: group_ids, approvals_before_merge: required };
}
