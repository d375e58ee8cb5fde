/** Presents the reviewers of a merge request in the API. */
import type { Call, ResponseOf } from '@forgemesh/rpc';
import type { Reviewer } from '@forgemesh/proto/collaboration/v1/reviewer';
import { presentUser } from '#clients';
import type { MergeRequestDocument, Review } from '#items/model';
import { reviewOf } from './reviews';
import type { MergeRequestChangesDeps } from '../deps';

/** Minimum license tier that includes approvals. */
const APPROVAL_TIER = 1;

/** Presents reviewers of a merge request; by default all of them. */
export async function presentReviewers(
  call: Call<MergeRequestChangesDeps>,
  request: MergeRequestDocument,
  ids: readonly number[] = request.reviewer_ids ?? [],
): Promise<ResponseOf<Reviewer>[]> {
  if (ids.length === 0) return [];
  const [users, approverIds] = await Promise.all([call.deps.display.users.find([...ids]), approversOf(call, request)]);
  return ids.map((id) => {
    const { state, created_at } = reviewOf(request, id);
    return {
      user: presentUser(users.get(id)),
      state: stateOf(state, approverIds.has(id)),
      created_at: created_at.toISOString(),
    };
  });
}

/** The users whose approvals are valid: the stored states lag behind them. */
async function approversOf(
  { deps, context }: Call<MergeRequestChangesDeps>,
  { project_id, iid }: MergeRequestDocument,
): Promise<ReadonlySet<number>> {
  if (context.tier < APPROVAL_TIER) return new Set();
  const request = { id: String(project_id), merge_request_iid: iid };
  const { approved_by: approvers } = await deps.clients.requestApprovals.getMergeRequestApprovals(request);
  return new Set(approvers.map(({ user }) => user?.id ?? 0));
}

function stateOf(stored: Review['state'], hasApproved: boolean): Review['state'] {
  if (hasApproved) return 'approved';
  return stored === 'approved' ? 'unapproved' : stored;
}
