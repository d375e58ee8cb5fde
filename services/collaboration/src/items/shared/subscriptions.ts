/** Subscriptions to items. */
import type { Call } from '@forgemesh/rpc';
import { isRead } from '#call';
import type { ItemDocument, ItemType } from '#items/model';
import type { SharedDeps } from './deps';

type SubscribableItem = Pick<ItemDocument, '_id' | 'author_id' | 'subscribed_ids' | 'unsubscribed_ids'> & {
  assignee_ids?: number[];
  reviewer_ids?: number[];
};

/**
 * Whether a user is subscribed to an item: explicitly, or because they participate in it and have
 * not unsubscribed.
 */
export async function isSubscribed(
  call: Call<SharedDeps>,
  type: ItemType,
  item: SubscribableItem,
  userId: number,
): Promise<boolean> {
  if (item.subscribed_ids.includes(userId)) return true;
  if (item.unsubscribed_ids.includes(userId)) return false;
  const isNamed = item.assignee_ids?.includes(userId) || item.reviewer_ids?.includes(userId);
  if (item.author_id === userId || isNamed) return true;
  return call.deps.itemNotes.hasWritten({ type, id: item._id }, userId, { isCached: isRead(call) });
}

/** The fields that subscribing or unsubscribing a user sets. */
export function withSubscription(
  { subscribed_ids: subscribed, unsubscribed_ids: unsubscribed }: SubscribableItem,
  userId: number,
  shouldSubscribe: boolean,
): Pick<SubscribableItem, 'subscribed_ids' | 'unsubscribed_ids'> {
  const without = (ids: readonly number[]): number[] => ids.filter((id) => id !== userId);
  return {
    subscribed_ids: shouldSubscribe ? [...without(subscribed), userId] : without(subscribed),
    unsubscribed_ids: shouldSubscribe ? without(unsubscribed) : [...without(unsubscribed), userId],
  };
}
