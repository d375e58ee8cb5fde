import type { EventConsumer } from '@forgemesh/events';
import { type AwardEmojiDeps, recountVotes } from '#discussion/award-emoji';

/** Recounts the votes of an item in case the request crashed before it did so. */
export const onAwardEmojiChanged: EventConsumer<
  'collaboration.award_emoji.created' | 'collaboration.award_emoji.deleted',
  Pick<AwardEmojiDeps, 'awardEmoji' | 'items'>
> = {
  name: 'collaboration-votes',
  events: ['collaboration.award_emoji.created', 'collaboration.award_emoji.deleted'],
  from: 'all',
  async handle({ data }, deps) {
    const { awardable_type, awardable_id } = data.entity;
    await recountVotes(deps, { type: awardable_type, id: awardable_id });
  },
};
