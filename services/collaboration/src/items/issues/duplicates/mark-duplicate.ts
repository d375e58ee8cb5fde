import type { Call } from '@forgemesh/rpc';
import { ForbiddenError } from '@forgemesh/errors';
import { stateOf } from '#items/shared';
import { canUpdateIssue } from '#access';
import { changeIssue } from '../changes/change-issue';
import type { IssueDocument } from '#items/model';
import type { IssueChangesDeps } from '../deps';

/**
 * Closes an issue as a duplicate of another one. Throws ForbiddenError if the caller may not close
 * it.
 */
export async function markDuplicate(
  call: Call<IssueChangesDeps>,
  issue: IssueDocument,
  { _id: other }: Pick<IssueDocument, '_id'>,
): Promise<void> {
  const { deps, principal } = call;
  if (!canUpdateIssue(issue, call.resource('id'), principal)) throw new ForbiddenError();
  await changeIssue(deps, issue._id, { actor: principal.id }, (current) =>
    current.duplicated_to_id === other ? null : { ...stateOf(current, 'close', principal.id), duplicated_to_id: other },
  );
}
