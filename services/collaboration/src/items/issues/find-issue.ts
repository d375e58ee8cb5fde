/** Finds the issue named by a call. */
import { NotFoundError } from '@forgemesh/errors';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { Issue } from '@forgemesh/proto/collaboration/v1/issue';
import { isSubscribed } from '#items/shared';
import { isRead } from '#call';
import { canReadIssue } from '#access';
import { presentIssue } from './issue.entity';
import type { IssueDocument } from '#items/model';
import type { IssueViewDeps } from './deps';

/**
 * The issue of a project by its number. Throws NotFoundError, with `what` as its subject, if the
 * caller may not see it.
 */
export async function findIssue(
  call: Call<Pick<IssueViewDeps, 'queries'>>,
  iid: number,
  what?: string,
): Promise<IssueDocument> {
  const { id: project_id, level } = call.resource('id');
  const { queries } = call.deps;
  const read = (): Promise<IssueDocument | null> => queries.issuesByNumber.request({ project_id, iid });
  const issue = await (isRead(call) ? queries.issueByNumber.get(`${project_id} ${iid}`, read) : read());
  if (!issue || !canReadIssue(issue, level, call.user)) throw new NotFoundError(what);
  return issue;
}

/** Presents an issue to the caller. */
export async function presentIssueFor(call: Call<IssueViewDeps>, issue: IssueDocument): Promise<ResponseOf<Issue>> {
  const { deps, context, user } = call;
  const subscribed = user !== null && (await isSubscribed(call, 'Issue', issue, user.id));
  return presentIssue(deps, issue, {
    base: { project_id: issue.project_id },
    reader: call,
    tier: context.tier,
    subscribed,
  });
}
