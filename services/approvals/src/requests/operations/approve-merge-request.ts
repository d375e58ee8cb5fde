import { isDuplicateKey } from '@forgemesh/data';
import { ConflictError, UnauthenticatedError } from '@forgemesh/errors';
import { MergeRequestApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_request_approval';
import type { MergeRequestSummary } from '@forgemesh/proto/collaboration/v1/merge_request_summary';
import { operation, type ApprovalsCall } from '../../operation';
import { mayApprove } from '../../rules/arithmetic';
import type { ApprovalDocument } from '../approval.model';
import { answerRequestApprovals } from '../present-request-approvals';
import { factsOf } from '../request-approvals';
import { isValid, readSituation, type RequestSituation } from '../situation';

/** Approves a merge request in the version that is the newest now. */
export const approveMergeRequest = operation(
  MergeRequestApprovalServiceDefinition.approveMergeRequest,
  async ({ merge_request_iid: iid, sha, approval_password: password }, call) => {
    const facts = await factsOf(call, call.resource('id').id, iid);
    if (sha !== undefined && sha !== facts.head_sha)
      throw new ConflictError(`SHA does not match HEAD of source branch: ${facts.head_sha ?? ''}`);
    const { deps, principal } = call;
    const situation = await readSituation(deps, facts, { callerId: principal.id });
    if (facts.state !== 'opened' || !mayApprove(situation, principal.id)) throw new UnauthenticatedError();
    if (situation.project.require_password_to_approve) await assertPassword(call, password ?? '');
    await keepApproval(call, facts, situation);
    return answerRequestApprovals(call, iid);
  },
);

async function assertPassword({ deps, principal }: ApprovalsCall, password: string): Promise<void> {
  const { matches } = await deps.clients.passwords.getPasswordMatch({ user_id: principal.id, password });
  if (!matches) throw new UnauthenticatedError();
}

/** Writes the caller's one row. Throws where it is there already and says the same. */
async function keepApproval(
  call: ApprovalsCall,
  facts: MergeRequestSummary,
  { project }: RequestSituation,
): Promise<void> {
  const { deps, principal, operationId = null } = call;
  const events = [{ type: 'approvals.merge_request.approved' as const, actor: principal.id }];
  const fresh = { version_number: facts.version_number, approved_by_operation: operationId, created_at: new Date() };
  const ofCaller = { merge_request_id: facts.id, user_id: principal.id };
  const place = { project_id: facts.project_id, iid: facts.iid };
  const earlier = await deps.approvals.model.findOne(ofCaller).lean<ApprovalDocument>();
  if (!earlier) {
    try {
      await deps.approvals.insert({ _id: await deps.approvals.nextId(), ...ofCaller, ...place, ...fresh }, events);
      return;
    } catch (error) {
      // The same user approved at the same moment.
      if (isDuplicateKey(error)) throw new UnauthenticatedError();
      throw error;
    }
  }
  await deps.approvals.mutate(earlier._id, (current) => {
    const isRepeated = operationId !== null && current.approved_by_operation === operationId;
    if (isRepeated) return null;
    if (isValid(current, facts.approval_version, project)) throw new UnauthenticatedError();
    return { set: fresh, events };
  });
}
