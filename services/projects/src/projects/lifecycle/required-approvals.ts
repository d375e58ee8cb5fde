/**
 * Required approvals of a project's merge requests. Approvals owns the number; the project stores
 * it for display.
 */
import type { RequiredApprovals } from '@forgemesh/proto/approvals/v1/required_approvals';
import type { Call } from '@forgemesh/rpc';
import type { ProjectDocument } from '#projects/model';
import type { ProjectLifecycleDeps } from './deps';

/** The field in requests. */
interface ApprovalsRequest {
  approvals_before_merge?: number | undefined;
}

/**
 * Sets the number for a new project. If that fails, the project is removed, so that a retry does
 * not find an incomplete one.
 */
export async function setRequiredApprovalsOfNewProject(
  call: Call<ProjectLifecycleDeps>,
  project: ProjectDocument,
  request: ApprovalsRequest,
): Promise<ProjectDocument> {
  try {
    return (await setRequiredApprovals(call, project._id, request)) ?? project;
  } catch (error) {
    await call.deps.removeProject(project, call.principal.id);
    throw error;
  }
}

/**
 * Sets the number in approvals and stores the result immediately, before the event arrives. Returns
 * null if the request does not set it.
 */
export async function setRequiredApprovals(
  call: Call<ProjectLifecycleDeps>,
  id: number,
  { approvals_before_merge: required }: ApprovalsRequest,
): Promise<ProjectDocument | null> {
  // The parameter is ignored below the license tier of approvals.
  if (required === undefined || call.context.tier < 1) return null;
  const { deps, principal } = call;
  const request = { project_id: id, user_id: principal.id, approvals_required: required };
  return storeRequiredApprovals(deps, id, await deps.clients.requiredApprovals.setRequiredApprovals(request));
}

/** Stores the number for display; the newest version wins. Null if the project does not exist. */
export function storeRequiredApprovals(
  { projects }: Pick<ProjectLifecycleDeps, 'projects'>,
  id: number,
  { approvals_before_merge, version }: RequiredApprovals,
): Promise<ProjectDocument | null> {
  return projects.mutate(id, ({ approvals_version: current = 0 }) =>
    current >= version ? null : { set: { approvals_before_merge, approvals_version: version } },
  );
}
