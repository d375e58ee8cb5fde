/** Adds issues to epics and removes them: code shared by the operations. */
import { ForbiddenError, NotFoundError } from '@forgemesh/errors';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { EpicIssue } from '@forgemesh/proto/collaboration/v1/epic_issue';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import type { EpicDocument, IssueDocument } from '#items/model';
import { presentEpicFor } from '#items/epics';
import { changeIssue, type IssueSet, presentIssue, readableIssues } from '#items/issues';
import { canAdminIssues } from '#access';
import type { EpicIssuesDeps } from './deps';

/**
 * An issue of any project by id. Throws NotFoundError if the caller may not see it, ForbiddenError
 * if they may not assign it to epics.
 */
export async function findAssignable(
  call: Call<EpicIssuesDeps>,
  id: number,
): Promise<{ issue: IssueDocument; project: AuthorizedResource }> {
  const found = await call.deps.items.issues.find(id);
  const [readable] = await readableIssues(call, found ? [found] : []);
  if (!readable) throw new NotFoundError('Issue');
  if (!canAdminIssues(readable.project)) throw new ForbiddenError();
  return readable;
}

/** Changes the epic of an issue and returns both. */
export async function assignEpic(
  call: Call<EpicIssuesDeps>,
  issue: IssueDocument,
  epic: EpicDocument,
  compute: (issue: IssueDocument) => IssueSet | null,
): Promise<ResponseOf<EpicIssue>> {
  const { deps, principal, context } = call;
  const changed = await changeIssue(deps, issue._id, { actor: principal.id }, compute);
  if (!changed) throw new NotFoundError('Issue');
  const view = { base: { group_path: call.resource('id').full_path }, reader: call, tier: context.tier };
  const [epicShown, issueShown] = await Promise.all([presentEpicFor(call, epic), presentIssue(deps, changed, view)]);
  return { id: issue._id, epic: epicShown, issue: issueShown };
}
