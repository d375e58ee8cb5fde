/**
 * Finalizes existing approvals before `reset_approvals_on_push` of a project changes, so that the
 * change does not alter the effect of earlier pushes.
 */
import { idBatches } from '@forgemesh/data';
import type { RequestApprovalsDeps } from './deps';

/** Number of approvals whose merge requests are compared with their branches in one call. */
const BATCH = 50;

/**
 * Finalizes the approvals of a project. `resets` is the new value of the setting. false: outdated
 * approvals are deleted, so that they do not become valid again. true: all approvals are moved to
 * the newest version, so that they stay valid until the next push.
 */
export async function finalizeApprovals(
  { approvals, clients }: Pick<RequestApprovalsDeps, 'approvals' | 'clients'>,
  projectId: number,
  resets: boolean,
): Promise<void> {
  const { model } = approvals;
  for await (const batch of idBatches(approvals, { project_id: projectId }, BATCH)) {
    const ids = [...new Set(batch.map(({ merge_request_id: id }) => id))];
    const { versions } = await clients.mergeRequests.listApprovalVersions({ ids });
    const requestsAt = new Map<number, number[]>();
    for (const { merge_request_id: id, approval_version: version } of versions)
      requestsAt.set(version, [...(requestsAt.get(version) ?? []), id]);
    for (const [version, requests] of requestsAt) {
      const late = { merge_request_id: { $in: requests }, version_number: { $lt: version } };
      if (resets) await model.updateMany(late, { $set: { version_number: version }, $inc: { version: 1 } });
      else await model.deleteMany(late);
    }
  }
}
