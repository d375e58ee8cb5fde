import { type Call, operation } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { IssueServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue';
import { findIssue } from '../find-issue';
import type { IssueListsDeps } from '../deps';

/** Deletes an issue. Consumers of its event remove its notes, reactions and todos. */
export const deleteIssue = operation(
  IssueServiceDefinition.deleteIssue,
  async ({ issue_iid: iid }, call: Call<IssueListsDeps>) => {
    const issue = await findIssue(call, iid);
    call.assertUnmodified(issue.updated_at);
    const isRemoved = await call.deps.items.issues.remove(issue, {
      type: 'collaboration.issue.deleted',
      actor: call.principal.id,
    });
    if (!isRemoved) throw new NotFoundError('Issue');
    return {};
  },
);
