import { ProjectApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/project_approval';
import { operation } from '#operation';
import { loadProjectApprovals } from '../project-approvals';
import { presentProjectApprovals } from '../project-approvals.entity';

/** Gets the approval configuration of a project. */
export const getProjectApprovals = operation(
  ProjectApprovalServiceDefinition.getProjectApprovals,
  async (_request, call) =>
    presentProjectApprovals(call, await loadProjectApprovals(call.deps, call.resource('id').id)),
);
