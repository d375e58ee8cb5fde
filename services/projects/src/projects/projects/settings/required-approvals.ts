/**
 * How many approvals merge requests into a project need: approvals keeps the number, and the
 * project tells it.
 */
import type { RequiredApprovals } from '@forgemesh/proto/approvals/v1/required_approvals';
import type { ProjectsCall } from '../../../operation';
import type { Projects } from '../../../deps';
import type { ProjectDocument } from '../project.model';
import { removeProject } from '../removal/remove-project';

/** What a request says of it. */
interface ApprovalsRequest {
  approvals_before_merge?: number | undefined;
}

/**
 * Passes on what the creation of a project says of it. A project without it there is not: a client
 * that retries finds no half-made one.
 */
export async function setRequiredApprovalsOfNewProject(call: ProjectsCall, project: ProjectDocument, request: ApprovalsRequest): Promise<ProjectDocument> {
  try {
    return (await setRequiredApprovals(call, project._id, request)) ?? project;
  } catch (error) {
    await removeProject(call.deps, project, call.principal.id);
    throw error;
  }
}

/**
 * Passes on what a request says of it. What is told right afterwards is what was set, before the
 * event of it arrives.
 */
export async function setRequiredApprovals(
  call: ProjectsCall,
  id: number,
  { approvals_before_merge: required }: ApprovalsRequest,
): Promise<ProjectDocument | null> {
  // Below the tier of approvals there is no such parameter.
  if (required === undefined || call.context.tier < 1) return null;
  const { deps, principal } = call;
  const request = { project_id: id, user_id: principal.id, approvals_required: required };
  return storeRequiredApprovals(deps, id, await deps.clients.requiredApprovals.setRequiredApprovals(request));
}

/** Keeps the number for display; the newer version wins. Null where a newer one is known. */
export function storeRequiredApprovals(
  { projects }: Pick<Projects, 'projects'>,
  id: number,
  { approvals_before_merge, version }: RequiredApprovals,
): Promise<ProjectDocument | null> {
  return projects.mutate(id, ({ approvals_version: current = 0 }) =>
    current >= version ? null : { set: { approvals_before_merge, approvals_version: version } },
  );
}
