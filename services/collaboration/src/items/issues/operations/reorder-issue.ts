import { type Call, operation } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { IssueServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue';
import type { IssueDocument } from '#items/model';
import { positionBetween } from '../changes/issue-position';
import { findIssue, presentIssueFor } from '../find-issue';
import { readableIssues } from '../list/readable-issues';
import type { IssuesDeps } from '../deps';

/** Places an issue between two others. */
export const reorderIssue = operation(IssueServiceDefinition.reorderIssue, async (request, call: Call<IssuesDeps>) => {
  const { move_before_id: beforeId, move_after_id: afterId } = request;
  const issue = await findIssue(call, request.issue_iid);
  const { issues } = call.deps.items;
  const adjacent = await readAdjacent(call, [beforeId, afterId]);
  const [before, after] = [adjacent.get(beforeId ?? 0), adjacent.get(afterId ?? 0)];
  const position = await positionBetween(issues, issue, { before, after });
  const changed = await issues.mutate(issue._id, () => ({
    set: { relative_position: position },
    events: [{ type: 'collaboration.issue.reordered', actor: call.principal.id }],
  }));
  if (!changed) throw new NotFoundError();
  return presentIssueFor(call, changed);
});

/** Throws NotFoundError if the caller may not read one of the issues. */
async function readAdjacent(
  call: Call<IssuesDeps>,
  named: readonly (number | undefined)[],
): Promise<ReadonlyMap<number, IssueDocument>> {
  const ids = named.filter((id) => id !== undefined);
  const found = await call.deps.items.issues.model.find({ _id: { $in: ids } }).lean<IssueDocument[]>();
  const readable = await readableIssues(call, found);
  if (readable.length < new Set(ids).size) throw new NotFoundError();
  return new Map(readable.map(({ issue }) => [issue._id, issue]));
}
