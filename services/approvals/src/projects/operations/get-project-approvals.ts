import { operation, type Call } from '@forgemesh/rpc';
import { ProjectApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/project_approval';
import { loadProjectApprovals } from '../project-approvals';
import { presentProjectApprovals } from '../project-approvals.entity';
import type { ProjectApprovalsDeps } from '../deps';

/** Gets the approval configuration of a project. */
export const getProjectApprovals = operation(
  ProjectApprovalServiceDefinition.getProjectApprovals,
  async (_request, call: Call<ProjectApprovalsDeps>) =>
    presentProjectApprovals(call, await loadProjectApprovals(call.deps, call.resource('id').id)),
);
