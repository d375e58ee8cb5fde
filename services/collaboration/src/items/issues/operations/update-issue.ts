import { IssueServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue';
import { operation } from '#operation';
import { presentIssueFor, findIssue } from '../find-issue';
import { changeIssueBy } from '../changes/change-issue-by';

/**
 * Changes an issue. Concurrent changes do not overwrite one another: added and removed labels are
 * applied to the labels at the time of the write.
 */
export const updateIssue = operation(IssueServiceDefinition.updateIssue, async (request, call) => {
  const issue = await findIssue(call, request.issue_iid);
  return presentIssueFor(call, await changeIssueBy(call, issue, request));
});
