import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { MergeRequestApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_request_approval';
import { loadProjectApprovals } from '#projects';
import type { ApprovalDocument } from '../approval.model';
import { fetchSummary } from '../request-approvals';
import { isValid } from '../approval-context';
import type { RequestApprovalsDeps } from '../deps';

/** Revokes the caller's approval. */
export const unapproveMergeRequest = operation(
  MergeRequestApprovalServiceDefinition.unapproveMergeRequest,
  async (request, call: Call<RequestApprovalsDeps>) => {
    const { deps, principal } = call;
    const summary = await fetchSummary(call, call.resource('id').id, request.merge_request_iid);
    const [approval, settings] = await Promise.all([
      deps.approvals.model.findOne({ merge_request_id: summary.id, user_id: principal.id }).lean<ApprovalDocument>(),
      loadProjectApprovals(deps, summary.project_id),
    ]);
    if (!approval || !isValid(approval, summary.approval_version, settings)) throw new NotFoundError();
    const event = { type: 'approvals.merge_request.unapproved' as const, actor: principal.id };
    if (!(await deps.approvals.remove(approval, event))) throw new NotFoundError();
    return {};
  },
);
