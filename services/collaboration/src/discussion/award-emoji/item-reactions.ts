import type { Collaboration } from '#deps';
import type { ItemReactions } from '#items/shared/item-notes';

/** Creates the queries of items about the reactions to them. */
export function createItemReactions({ awardEmoji }: Pick<Collaboration, 'awardEmoji'>): ItemReactions {
  return {
    listReactedIds: (type, userId, emoji) =>
      awardEmoji.model
        .find({ user_id: userId, awardable_type: type, ...(emoji !== undefined && { name: emoji }) })
        .distinct('awardable_id'),
  };
}
