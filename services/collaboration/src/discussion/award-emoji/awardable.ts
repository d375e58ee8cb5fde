/** Finds the objects that calls react to. */
import type { Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { noteOn } from '#discussion/notes';
import type { AwardableType, AwardEmojiDocument } from './award-emoji.model';
import type { Noteable } from '#items/shared';
import type { AwardEmojiDeps } from './deps';

/** An object that can be reacted to. */
export interface Awardable {
  type: AwardableType;
  id: number;
  /**
   * Whether the caller may not react: locked discussions accept reactions of members only, and
   * system notes accept none.
   */
  is_closed: boolean;
}

/** The target itself or, if `noteId` is given, the note on it. */
export async function awardableOf(
  call: Call<AwardEmojiDeps>,
  target: Noteable,
  noteId: number | undefined,
): Promise<Awardable> {
  const isClosed = target.is_locked && target.level === 0;
  if (noteId === undefined)
    return { type: target.type as Exclude<Noteable['type'], 'Commit'>, id: target.id, is_closed: isClosed };
  const { system } = await noteOn(call, target, noteId);
  return { type: 'Note', id: noteId, is_closed: isClosed || system };
}

/** Condition on the reactions to an object. */
export function awardsOn({ type, id }: Pick<Awardable, 'type' | 'id'>) {
  return { awardable_type: type, awardable_id: id };
}

/** A reaction to an object by its id. Throws NotFoundError if there is none. */
export async function awardOn(
  call: Call<AwardEmojiDeps>,
  awardable: Awardable,
  id: number,
): Promise<AwardEmojiDocument> {
  const award = await call.deps.awardEmoji.model
    .findOne({ _id: id, ...awardsOn(awardable) })
    .lean<AwardEmojiDocument>();
  if (!award) throw new NotFoundError('Award Emoji');
  return award;
}
