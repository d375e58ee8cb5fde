/** Validates the branches of merge requests, with the error messages that the API specifies. */
import { ConflictError, ForgeError } from '@forgemesh/errors';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import type { MergeRequestDocument } from '#items/model';
import type { Branches } from '../merging/merge-settings';
import type { MergeRequestChangesDeps } from '../deps';

/** Throws if the merge requests of a target project are disabled. */
export function assertEnabledIn(target: AuthorizedResource): void {
  if (target.features['merge_requests'] === 'disabled')
    throw unprocessable('Target project has disabled merge requests');
}

/** Throws if the projects or branches are invalid. */
export async function assertBranches({ clients }: MergeRequestChangesDeps, request: Branches): Promise<void> {
  const { project_id, source_project_id, source_branch, target_branch } = request;
  if (source_project_id === project_id) {
    if (source_branch === target_branch) throw unprocessable("You can't use same project/branch for source and target");
    return;
  }
  const pair = { project_id: source_project_id, other_project_id: project_id };
  const { related } = await clients.forks.getForkRelation(pair);
  if (!related) throw unprocessable('Source project is not a fork of the target project');
}

/**
 * Another open request with the same branches; null if there is none. A unique index enforces this
 * too.
 */
export async function findDuplicate(
  { items: { mergeRequests } }: MergeRequestChangesDeps,
  request: Branches & { _id: number },
): Promise<Pick<MergeRequestDocument, 'iid' | 'operation_id'> | null> {
  const { _id: id, project_id, source_project_id, source_branch, target_branch } = request;
  const branches = { project_id, source_project_id, source_branch, target_branch };
  return mergeRequests.model
    .findOne({ ...branches, state: { $in: ['opened', 'locked'] }, _id: { $ne: id } }, { iid: 1, operation_id: 1 })
    .lean<Pick<MergeRequestDocument, 'iid' | 'operation_id'>>();
}

/** Throws ConflictError if another open request has the same branches. */
export async function assertNoDuplicate(
  deps: MergeRequestChangesDeps,
  request: Branches & { _id: number },
): Promise<void> {
  const other = await findDuplicate(deps, request);
  if (other) throw duplicateRequest(other.iid);
}

/** The error for a second open request with the same branches. */
export function duplicateRequest(iid: number): ConflictError {
  return new ConflictError([`Another open merge request already exists for this source branch: !${iid}`]);
}

function unprocessable(text: string): ForgeError {
  return new ForgeError('unprocessable', [text], { key: 'error' });
}
