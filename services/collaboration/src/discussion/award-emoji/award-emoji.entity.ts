/** Presents reactions in the API. */
import type { EventEntity } from '@forgemesh/events';
import type { ResponseOf } from '@forgemesh/rpc';
import type { AwardEmoji } from '@forgemesh/proto/collaboration/v1/award_emoji';
import { presentUser } from '#clients';
import type { AwardEmojiDocument } from './award-emoji.model';
import type { AwardEmojiDeps } from './deps';

/** Presents reactions with one lookup of their users. */
export async function presentAwards(
  { display }: AwardEmojiDeps,
  awards: readonly AwardEmojiDocument[],
): Promise<ResponseOf<AwardEmoji>[]> {
  const users = await display.users.find(awards.map(({ user_id: id }) => id));
  return awards.map((award) => ({
    id: award._id,
    name: award.name,
    user: presentUser(users.get(award.user_id)),
    created_at: award.created_at.toISOString(),
    updated_at: award.updated_at.toISOString(),
    awardable_id: award.awardable_id,
    awardable_type: award.awardable_type,
  }));
}

/** Presents one reaction. */
export async function presentAward(deps: AwardEmojiDeps, award: AwardEmojiDocument): Promise<ResponseOf<AwardEmoji>> {
  return (await presentAwards(deps, [award]))[0] as ResponseOf<AwardEmoji>;
}

/** A reaction in its events. */
export async function presentAwardEmojiEvent(
  deps: AwardEmojiDeps,
  award: AwardEmojiDocument,
): Promise<EventEntity<'collaboration.award_emoji.created'>> {
  return { ...(await presentAward(deps, award)), awardable_type: award.awardable_type };
}
