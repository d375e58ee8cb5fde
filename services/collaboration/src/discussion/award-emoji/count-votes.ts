/** Vote counts of items: the numbers of `thumbsup` and `thumbsdown` reactions. */
import { itemStore, popularityKey } from '#items/model';
import { awardsOn, type Awardable } from './awardable';
import type { AwardEmojiDeps } from './deps';

type VoteTarget = Pick<Awardable, 'type' | 'id'>;

/** Recounts the votes of an item. Idempotent. */
export async function recountVotes(
  deps: Pick<AwardEmojiDeps, 'awardEmoji' | 'items'>,
  target: VoteTarget,
): Promise<void> {
  const count = (name: string) => deps.awardEmoji.model.countDocuments({ ...awardsOn(target), name });
  // The counts are written to the version that was read before counting; a concurrent vote
  // recounts.
  await itemStore(deps, target.type)?.mutate(target.id, async (item) => {
    const [upvotes, downvotes] = await Promise.all([count('thumbsup'), count('thumbsdown')]);
    if (upvotes === item.upvotes && downvotes === item.downvotes) return null;
    return { set: { upvotes, downvotes, popularity_key: popularityKey(item, upvotes) } };
  });
}

/**
 * Recounts the votes after a reaction and logs a failure, which the consumer of the reaction's
 * event repairs.
 */
export async function tryRecountVotes(deps: AwardEmojiDeps, target: VoteTarget): Promise<void> {
  try {
    await recountVotes(deps, target);
  } catch (error) {
    deps.log.warn(
      { err: error, awardable_type: target.type, awardable_id: target.id },
      'vote recount failed; the event consumer repeats it',
    );
  }
}
