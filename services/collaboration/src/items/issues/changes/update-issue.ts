import { OWNER } from '@forgemesh/access';
import { ForbiddenError, NotFoundError } from '@forgemesh/errors';
import type { Parameters, Call } from '@forgemesh/rpc';
import { type UpdateIssueRequest } from '@forgemesh/proto/collaboration/v1/issue';
import { projectScope, relabelling } from '#planning/labels';
import { assertTexts } from '#texts';
import { stateOf } from '#items/shared';
import { canAdminIssues, canUpdateIssue } from '#access';
import { assertNotSpam } from '../assert-not-spam';
import { changeIssue, type IssueSet } from './change-issue';
import { administeredAttributes, type AttributesRequest } from './issue-attributes';
import type { IssueDocument } from '#items/model';
import type { IssuesDeps } from '../deps';

type Request = Partial<Omit<Parameters<UpdateIssueRequest>, 'attributes'>> & {
  attributes?: AttributesRequest | undefined;
};

/**
 * Changes an issue according to a request. Throws ForbiddenError if the caller may not; fields that
 * they may not set are ignored.
 */
export async function updateIssue(
  call: Call<IssuesDeps>,
  issue: IssueDocument,
  request: Request,
): Promise<IssueDocument> {
  const { deps, principal } = call;
  if (!canUpdateIssue(issue, call.resource('id'), principal)) throw new ForbiddenError();
  const { description, confidential } = request.attributes ?? {};
  const title = request.title?.trim();
  assertTexts({ title, description });
  if (title !== undefined || description !== undefined || confidential !== undefined)
    await assertNotSpam(call, {
      title: title ?? issue.title,
      description: description === undefined ? issue.description : description,
      confidential: confidential ?? issue.confidential,
    });
  const administered = await administeredAttributes(call, request.attributes ?? {}, issue);
  const labelChanges = canAdminIssues(call.resource('id')) ? request : {};
  const relabel = await relabelling(call, projectScope(call), labelChanges, issue.label_ids);
  const texts = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(confidential !== undefined && { confidential }),
  };
  const isOwner = call.resource('id').level >= OWNER;
  const compute = (current: IssueDocument): IssueSet => ({
    ...stateOf(current, request.state_event, principal.id),
    ...texts,
    ...administered,
    ...relabel(current.label_ids, administered.label_ids),
    ...(isOwner && request.updated_at !== undefined && { updated_at: new Date(request.updated_at) }),
  });
  const changed = await changeIssue(deps, issue._id, { actor: principal.id }, compute, issue);
  if (!changed) throw new NotFoundError('Issue');
  return changed;
}
