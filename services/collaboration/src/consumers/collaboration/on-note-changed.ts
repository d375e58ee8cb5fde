import type { EventConsumer } from '@forgemesh/events';
import { type NotesDeps, recountNotes } from '#discussion/notes';
import type { AwardEmojiDeps } from '#discussion/award-emoji';

/**
 * Recounts the notes on an item unless the request did so in this process, because it may have
 * crashed before; and removes the reactions to a deleted note.
 */
export const onNoteChanged: EventConsumer<
  'collaboration.note.created' | 'collaboration.note.deleted',
  Pick<NotesDeps, 'items' | 'noteCounts' | 'notes'> & Pick<AwardEmojiDeps, 'awardEmoji'>
> = {
  name: 'collaboration-note-counts',
  events: ['collaboration.note.created', 'collaboration.note.deleted'],
  from: 'all',
  async handle({ type, subject, time, data }, deps) {
    const { system, noteable_type, noteable_id } = data.entity;
    if (type === 'collaboration.note.deleted')
      await deps.awardEmoji.model.deleteMany({ awardable_type: 'Note', awardable_id: Number(subject) });
    if (type === 'collaboration.note.created' && (await deps.noteCounts.counted.get(Number(subject)))) return;
    if (!system && noteable_id !== null)
      await recountNotes(deps, { type: noteable_type, id: noteable_id }, new Date(time));
  },
};
