/** Subscribes a caller to an issue or unsubscribes them: shared by both operations. */
import { ForgeError, NotFoundError } from '@forgemesh/errors';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { Issue } from '@forgemesh/proto/collaboration/v1/issue';
import { isSubscribed, withSubscription } from '#items/shared';
import { presentIssueFor, findIssue } from '../find-issue';
import type { IssueListsDeps } from '../deps';

/**
 * Throws `not_modified` if nothing changes. No event is published, because the issue itself does
 * not change.
 */
export async function changeIssueSubscription(
  call: Call<IssueListsDeps>,
  iid: number,
  { subscribed }: { subscribed: boolean },
): Promise<ResponseOf<Issue>> {
  const { deps, principal } = call;
  const { _id: id } = await findIssue(call, iid);
  const changed = await deps.items.issues.mutate(id, async (issue) => {
    if ((await isSubscribed(call, 'Issue', issue, principal.id)) === subscribed) throw new ForgeError('not_modified');
    return { set: withSubscription(issue, principal.id, subscribed) };
  });
  if (!changed) throw new NotFoundError('Issue');
  return presentIssueFor(call, changed);
}
