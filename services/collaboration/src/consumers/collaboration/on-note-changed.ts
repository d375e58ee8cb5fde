import type { EventConsumer } from '@forgemesh/events';
import { recountNotes } from '../../discussion/notes/count-notes';
import type { Collaboration } from '../../deps';

/**
 * Recounts the notes on an item in case the request crashed before it did so, and removes the
 * reactions to a deleted note.
 */
export const onNoteChanged: EventConsumer<'collaboration.note.created' | 'collaboration.note.deleted', Collaboration> =
  {
    name: 'collaboration-note-counts',
    events: ['collaboration.note.created', 'collaboration.note.deleted'],
    from: 'all',
    async handle({ type, subject, time, data }, deps) {
      const { system, noteable_type, noteable_id } = data.entity;
      if (type === 'collaboration.note.deleted')
        await deps.awardEmoji.model.deleteMany({ awardable_type: 'Note', awardable_id: Number(subject) });
      if (!system && noteable_id !== null)
        await recountNotes(deps, { type: noteable_type, id: noteable_id }, new Date(time));
    },
  };
