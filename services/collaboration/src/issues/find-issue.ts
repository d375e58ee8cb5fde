/** Finds the issue that a call names, as its caller sees it. */
import { NotFoundError, type Answer } from '@forgemesh/kit';
import type { Issue } from '@forgemesh/proto/collaboration/v1/issue';
import { withoutSearchFields } from '../items/item.model';
import { isSubscribed } from '../items/subscriptions';
import type { CollaborationCall } from '../operation';
import { mayReadIssue } from '../policy';
import { presentIssue } from './issue.entity';
import type { IssueDocument } from './issue.model';

/** The issue of a project by its number. Throws NotFoundError, about `what` where that is given, where the caller may not see it. */
export async function findIssue(call: CollaborationCall, iid: number, what?: string): Promise<IssueDocument> {
  const { id: projectId, level } = call.resource('id');
  const issue = await call.deps.issues.model
    .findOne({ project_id: projectId, iid }, withoutSearchFields)
    .lean<IssueDocument>();
  if (!issue || !mayReadIssue(issue, level, call.user)) throw new NotFoundError(what);
  return issue;
}

/** One issue as the answer to a call of its project. */
export async function answerIssue(call: CollaborationCall, issue: IssueDocument): Promise<Answer<Issue>> {
  const { deps, context, user } = call;
  const subscribed = user !== null && (await isSubscribed(deps, 'Issue', issue, user.id));
  return presentIssue(deps, issue, { base: { project_id: issue.project_id }, tier: context.tier, subscribed });
}
