import { type Call, operation } from '@forgemesh/rpc';
import { IssueServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue';
import { presentIssueFor, findIssue } from '../find-issue';
import { updateIssue as applyUpdate } from '../changes/update-issue';
import type { IssuesDeps } from '../deps';

/**
 * Changes an issue. Concurrent changes do not overwrite one another: added and removed labels are
 * applied to the labels at the time of the write.
 */
export const updateIssue = operation(IssueServiceDefinition.updateIssue, async (request, call: Call<IssuesDeps>) => {
  const issue = await findIssue(call, request.issue_iid);
  return presentIssueFor(call, await applyUpdate(call, issue, request));
});
