import type { ApprovalCount } from '@forgemesh/proto/approvals/v1/merge_request_approval';
import { loadAllProjectApprovals } from '#projects';
import { isValid } from './approval-context';
import type { ApprovalDocument } from './approval.model';
import type { RequestApprovalsDeps } from './deps';

/** Counts the approvals that are valid for the current versions of their merge requests. */
export async function countApprovals(
  deps: Pick<RequestApprovalsDeps, 'clients' | 'projects'>,
  approvals: readonly ApprovalDocument[],
): Promise<ApprovalCount[]> {
  if (approvals.length === 0) return [];
  const [projects, { versions }] = await Promise.all([
    loadAllProjectApprovals(deps, [...new Set(approvals.map(({ project_id: id }) => id))]),
    deps.clients.mergeRequests.listApprovalVersions({
      ids: [...new Set(approvals.map(({ merge_request_id: id }) => id))],
    }),
  ]);
  const counts = versions.map(({ merge_request_id: id, approval_version: version }) => {
    const own = approvals.filter((approval) => approval.merge_request_id === id);
    const [first] = own;
    const project = projects.get(first?.project_id ?? 0);
    return {
      merge_request_id: id,
      merge_request_iid: first?.iid ?? 0,
      approvals: project ? own.filter((approval) => isValid(approval, version, project)).length : 0,
    };
  });
  return counts
    .filter(({ approvals: count }) => count > 0)
    .sort((one, other) => one.merge_request_id - other.merge_request_id);
}
