import { operation, type Call } from '@forgemesh/rpc';
import { isDuplicateKey } from '@forgemesh/data';
import { ConflictError, UnauthenticatedError } from '@forgemesh/errors';
import { MergeRequestApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_request_approval';
import type { MergeRequestSummary } from '@forgemesh/proto/collaboration/v1/merge_request_summary';
import { canApprove } from '#rules';
import type { ApprovalDocument } from '../approval.model';
import { presentRequestApprovals } from '../present-request-approvals';
import { fetchSummary } from '../request-approvals';
import { isValid, loadApprovalContext, withApproval, type RequestApprovalContext } from '../approval-context';
import type { RequestApprovalsDeps } from '../deps';

/** Approves the newest version of a merge request. */
export const approveMergeRequest = operation(
  MergeRequestApprovalServiceDefinition.approveMergeRequest,
  async ({ merge_request_iid: iid, sha, approval_password: password }, call: Call<RequestApprovalsDeps>) => {
    const summary = await fetchSummary(call, call.resource('id').id, iid);
    if (sha !== undefined && sha !== summary.head_sha)
      throw new ConflictError(`SHA does not match HEAD of source branch: ${summary.head_sha ?? ''}`);
    const { deps, principal } = call;
    const context = await loadApprovalContext(deps, summary, { callerId: principal.id });
    if (summary.state !== 'opened' || !canApprove(context, principal.id)) throw new UnauthenticatedError();
    if (context.project.require_password_to_approve) await assertPassword(call, password ?? '');
    const approval = await saveApproval(call, summary, context);
    return presentRequestApprovals(call, summary, withApproval(context, approval, summary));
  },
);

async function assertPassword({ deps, principal }: Call<RequestApprovalsDeps>, password: string): Promise<void> {
  const { matches } = await deps.clients.passwords.getPasswordMatch({ user_id: principal.id, password });
  if (!matches) throw new UnauthenticatedError();
}

/**
 * Stores the caller's approval and returns it. Throws UnauthenticatedError if the caller has a
 * valid approval already.
 */
async function saveApproval(
  call: Call<RequestApprovalsDeps>,
  summary: MergeRequestSummary,
  { project, approvals }: RequestApprovalContext,
): Promise<ApprovalDocument> {
  const { deps, principal, operationId = null } = call;
  const events = [{ type: 'approvals.merge_request.approved' as const, actor: principal.id }];
  const fresh = { version_number: summary.version_number, approved_by_operation: operationId, created_at: new Date() };
  const ofCaller = { merge_request_id: summary.id, user_id: principal.id };
  const place = { project_id: summary.project_id, iid: summary.iid };
  const earlier = approvals.find(({ user_id: id }) => id === principal.id);
  const changed =
    earlier &&
    (await deps.approvals.mutate(earlier._id, (current) => {
      const isRepeated = operationId !== null && current.approved_by_operation === operationId;
      if (isRepeated) return null;
      if (isValid(current, summary.approval_version, project)) throw new UnauthenticatedError();
      return { set: fresh, events };
    }));
  if (changed) return changed;
  try {
    return await deps.approvals.insert({ _id: await deps.approvals.nextId(), ...ofCaller, ...place, ...fresh }, events);
  } catch (error) {
    // A concurrent request of the same user stored its approval first.
    if (isDuplicateKey(error)) throw new UnauthenticatedError();
    throw error;
  }
}
