/**
 * What pushes did to approvals before a project changed whether they void them: that stays as it
 * is.
 */
import { idBatches } from '@forgemesh/data';
import type { Approvals } from '../deps';

/** So many requests are compared with their branches at once. */
const BATCH = 50;

/**
 * Settles the approvals of a project that is about to begin (`resets`), or to cease, to void them
 * by pushes. Where it ceases, those that are void are removed, and do not come back; where it
 * begins, all count for the version that is the newest now.
 */
export async function settleApprovals(
  { approvals, clients }: Approvals,
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
