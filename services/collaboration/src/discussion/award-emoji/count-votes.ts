/** Votes that items show: reactions of two names. */
import { itemStore } from '../../items/shared/item-stores';
import { popularityKey } from '../../items/shared/lists/order-keys';
import type { Collaboration } from '../../deps';
import { awardsOn, type Awardable } from './awardable';

type Voted = Pick<Awardable, 'type' | 'id'>;

/** Counts the votes of an item anew. Safe to repeat. */
export async function recountVotes(deps: Collaboration, voted: Voted): Promise<void> {
  const count = (name: string) => deps.awardEmoji.model.countDocuments({ ...awardsOn(voted), name });
  // The counts belong to the version that was read before: whoever votes meanwhile counts again.
  await itemStore(deps, voted.type)?.mutate(voted.id, async (item) => {
    const [upvotes, downvotes] = await Promise.all([count('thumbsup'), count('thumbsdown')]);
    if (upvotes === item.upvotes && downvotes === item.downvotes) return null;
    return { set: { upvotes, downvotes, popularity_key: popularityKey(item, upvotes) } };
  });
}

/**
 * The same, for whoever has reacted: what fails here is repaired by the consumer of the reaction's
 * event.
 */
export async function recountVotesAtOnce(deps: Collaboration, voted: Voted): Promise<void> {
  try {
    await recountVotes(deps, voted);
  } catch (error) {
    deps.log.warn({ err: error, awardable_type: voted.type, awardable_id: voted.id }, 'votes not counted yet');
  }
}
