import { operation, type Call } from '@forgemesh/rpc';
import { MergeRequestApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_request_approval';
import { loadProjectApprovals } from '#projects';
import { isValid } from '../approval-context';
import type { ApprovalDocument } from '../approval.model';
import type { RequestApprovalsDeps } from '../deps';

/** Counts the approvals of several merge requests of a project. */
export const listApprovalCounts = operation(
  MergeRequestApprovalServiceDefinition.listApprovalCounts,
  async ({ merge_request_ids: ids = [] }, call: Call<RequestApprovalsDeps>) => {
    const { approvals, clients } = call.deps;
    const { id: projectId } = call.resource('id');
    const found = await approvals.model
      .find({ merge_request_id: { $in: ids }, project_id: projectId })
      .sort({ merge_request_id: 1 })
      .lean<ApprovalDocument[]>();
    if (found.length === 0) return { counts: [] };
    const approved = [...new Set(found.map(({ merge_request_id: id }) => id))];
    const [project, { versions }] = await Promise.all([
      loadProjectApprovals(call.deps, projectId),
      clients.mergeRequests.listApprovalVersions({ ids: approved }),
    ]);
    return {
      counts: versions
        .map(({ merge_request_id: id, approval_version: version }) => {
          const own = found.filter((approval) => approval.merge_request_id === id);
          return {
            merge_request_id: id,
            merge_request_iid: own[0]?.iid ?? 0,
            approvals: own.filter((approval) => isValid(approval, version, project)).length,
          };
        })
        .filter(({ approvals: count }) => count > 0)
        .sort((one, other) => one.merge_request_id - other.merge_request_id),
    };
  },
);
