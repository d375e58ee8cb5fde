/** Notes that consist of a single emoji become reactions. */
import { NotFoundError } from '@forgemesh/errors';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { AwardEmoji } from '@forgemesh/proto/collaboration/v1/award_emoji';
import { assertCanWriteOn } from '#access';
import { presentAward } from './award-emoji.entity';
import type { AwardEmojiDocument } from './award-emoji.model';
import { awardableOf, awardsOn } from './awardable';
import { react } from './react';
import type { Noteable } from '#items/shared';
import type { AwardEmojiDeps } from './deps';

/** Reacts to a target; if the caller has the same reaction already, that one is returned. */
export async function reactWithNote(
  call: Call<AwardEmojiDeps>,
  target: Noteable,
  name: string,
): Promise<ResponseOf<AwardEmoji>> {
  assertCanWriteOn(target);
  const awardable = await awardableOf(call, target, undefined);
  const own = { ...awardsOn(awardable), name, user_id: call.principal.id };
  const award =
    (await react(call, awardable, name)) ?? (await call.deps.awardEmoji.model.findOne(own).lean<AwardEmojiDocument>());
  if (!award) throw new NotFoundError('Award Emoji');
  return presentAward(call.deps, award);
}
