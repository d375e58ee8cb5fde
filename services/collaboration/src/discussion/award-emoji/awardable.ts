/** What can be reacted to, as the caller of an operation finds it. */
import { NotFoundError } from '@forgemesh/errors';
import { noteOn, type Noteable } from '../notes/noteable';
import type { CollaborationCall } from '../../operation';
import type { AwardableType, AwardEmojiDocument } from './award-emoji.model';

/** Something to react to. */
export interface Awardable {
  type: AwardableType;
  id: number;
  /**
   * Whether the caller may not react: a locked discussion is for members, and the system's notes
   * are for nobody.
   */
  is_closed: boolean;
}

/** A target of notes itself, or the note on it. */
export async function awardableOf(
  call: CollaborationCall,
  target: Noteable,
  noteId: number | undefined,
): Promise<Awardable> {
  const isClosed = target.is_locked && target.level === 0;
  if (noteId === undefined)
    return { type: target.type as Exclude<Noteable['type'], 'Commit'>, id: target.id, is_closed: isClosed };
  const { system } = await noteOn(call, target, noteId);
  return { type: 'Note', id: noteId, is_closed: isClosed || system };
}

/** Condition on the reactions to something. */
export function awardsOn({ type, id }: Pick<Awardable, 'type' | 'id'>) {
  return { awardable_type: type, awardable_id: id };
}

/** The reaction to something that a call names. */
export async function awardOn(call: CollaborationCall, awardable: Awardable, id: number): Promise<AwardEmojiDocument> {
  const award = await call.deps.awardEmoji.model
    .findOne({ _id: id, ...awardsOn(awardable) })
    .lean<AwardEmojiDocument>();
  if (!award) throw new NotFoundError('Award Emoji');
  return award;
}
