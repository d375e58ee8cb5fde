/** Subscriptions to merge requests. */
import { ForgeError, NotFoundError } from '@forgemesh/errors';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { MergeRequest } from '@forgemesh/proto/collaboration/v1/merge_request';
import { isSubscribed } from '#items/shared';
import { presentMergeRequestFor, findMergeRequest } from '../find-merge-request';
import type { MergeRequestListsDeps } from '../deps';

/** Subscribes or unsubscribes the caller. Throws `not_modified` if nothing changes. */
export async function setSubscription(
  call: Call<MergeRequestListsDeps>,
  iid: number,
  shouldSubscribe: boolean,
): Promise<ResponseOf<MergeRequest>> {
  const { deps, principal } = call;
  const found = await findMergeRequest(call, iid);
  if ((await isSubscribed(call, 'MergeRequest', found, principal.id)) === shouldSubscribe)
    throw new ForgeError('not_modified');
  const changed = await deps.items.mergeRequests.mutate(found._id, ({ subscribed_ids, unsubscribed_ids }) => {
    const others = (ids: number[]): number[] => ids.filter((id) => id !== principal.id);
    const set = {
      subscribed_ids: [...others(subscribed_ids), ...(shouldSubscribe ? [principal.id] : [])],
      unsubscribed_ids: [...others(unsubscribed_ids), ...(shouldSubscribe ? [] : [principal.id])],
    };
    return { set };
  });
  if (!changed) throw new NotFoundError('Merge Request');
  return presentMergeRequestFor(call, changed);
}
