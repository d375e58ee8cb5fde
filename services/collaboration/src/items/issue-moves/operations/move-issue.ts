import { type Call, operation } from '@forgemesh/rpc';
import { IssueMoveServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_move';
import { findIssue, presentIssueFor } from '#items/issues';
import { moveIssueToProject } from '../move-issue-to-project';
import type { IssueMovesDeps } from '../deps';

/**
 * Moves an issue to another project. A repeated write finds the new issue and completes the move.
 */
export const moveIssue = operation(
  IssueMoveServiceDefinition.moveIssue,
  async (request, call: Call<IssueMovesDeps>) => {
    const issue = await findIssue(call, request.issue_iid, 'Issue');
    return presentIssueFor(call, await moveIssueToProject(call, issue, request.to_project_id));
  },
);
