/** Changes the time tracking of an issue: shared by its operations. */
import { NotFoundError } from '@forgemesh/errors';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { TimeStats } from '@forgemesh/proto/collaboration/v1/common';
import { presentTimeStats, type SpentTimeChange } from '#items/shared';
import { changeIssue, findIssue, type IssuesDeps, type IssueSet } from '#items/issues';
import type { IssueDocument } from '#items/model';

/**
 * Changes the issue named by the call; `compute` returns null for no change. `spent` is recorded
 * with the spent time.
 */
export async function changeIssueTime(
  call: Call<IssuesDeps>,
  iid: number,
  compute: (issue: IssueDocument) => IssueSet | null,
  spent: SpentTimeChange = {},
): Promise<ResponseOf<TimeStats>> {
  const { deps, principal } = call;
  const issue = await findIssue(call, iid);
  const changed = await changeIssue(deps, issue._id, { actor: principal.id, ...spent }, compute);
  if (!changed) throw new NotFoundError('Issue');
  return presentTimeStats(deps, changed);
}
