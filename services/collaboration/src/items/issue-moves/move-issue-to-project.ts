import type { Call } from '@forgemesh/rpc';
import { canReadFeature } from '@forgemesh/access';
import { BadRequestError, NotFoundError } from '@forgemesh/errors';
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import { authorizeFor, canAdminIssues } from '#access';
import { cloneIssueToProject } from './clone-issue-to-project';
import type { IssueDocument } from '#items/model';
import { finalizeMove } from './finalize-move';
import type { IssueMovesDeps } from './deps';

/**
 * Moves an issue to the project that the caller names by id or full path; returns the new issue.
 */
export async function moveIssueToProject(
  call: Call<IssueMovesDeps>,
  issue: IssueDocument,
  to: string | number,
): Promise<IssueDocument> {
  const target = await authorizeFor(call, ReferenceKind.REFERENCE_KIND_PROJECT, to);
  if (!target.found) throw new NotFoundError('Project');
  if (target.id === issue.project_id) throw new BadRequestError('Cannot move issue to project it originates from!');
  const earlier = await call.deps.items.issues.findByOperation(call.operationId ?? '');
  if (!earlier) {
    const isOpen = canReadFeature(target, 'issues');
    if (!canAdminIssues(call.resource('id')) || !canAdminIssues(target) || !isOpen || issue.moved_to_id !== null)
      throw new BadRequestError('Cannot move issue due to insufficient permissions!');
  }
  const moved = earlier ?? (await cloneIssueToProject(call, issue, target));
  await finalizeMove(call.deps, moved, call.principal.id);
  return (await call.deps.items.issues.find(moved._id)) ?? moved;
}
