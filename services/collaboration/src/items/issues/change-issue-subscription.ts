/** Makes a caller hear of an issue or no longer: what both operations share. */
import { ForgeError, NotFoundError } from '@forgemesh/errors';
import type { ResponseOf } from '@forgemesh/rpc';
import type { Issue } from '@forgemesh/proto/collaboration/v1/issue';
import { isSubscribed, withSubscription } from '../shared/subscriptions';
import type { CollaborationCall } from '../../operation';
import { answerIssue, findIssue } from './find-issue';

/**
 * Throws `not_modified` where it is so already. It is no change of the issue, so no event tells of
 * it.
 */
export async function changeIssueSubscription(
  call: CollaborationCall,
  iid: number,
  { wanted }: { wanted: boolean },
): Promise<ResponseOf<Issue>> {
  const { deps, principal } = call;
  const { _id: id } = await findIssue(call, iid);
  const changed = await deps.issues.mutate(id, async (issue) => {
    if ((await isSubscribed(call, 'Issue', issue, principal.id)) === wanted) throw new ForgeError('not_modified');
    return { set: withSubscription(issue, principal.id, wanted) };
  });
  if (!changed) throw new NotFoundError('Issue');
  return answerIssue(call, changed);
}
