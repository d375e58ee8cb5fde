import type { EventConsumer } from '@forgemesh/kit';
import type { NoteableType } from '../notes/note.model';
import type { Collaboration } from '../service';

const types: Record<string, Exclude<NoteableType, 'Snippet' | 'Commit'>> = {
  'collaboration.issue.deleted': 'Issue',
  'collaboration.merge_request.deleted': 'MergeRequest',
  'collaboration.epic.deleted': 'Epic',
};

/** Removes what hung on an item that is gone: notes with their reactions, its own reactions, todos. */
export const onItemDeleted: EventConsumer<Collaboration> = {
  name: 'collaboration-belongings-of-removed',
  events: Object.keys(types),
  from: 'all',
  async handle({ type, subject }, { notes, awardEmoji, todos }) {
    const itemType = types[type];
    if (!itemType) return;
    const id = Number(subject);
    const ofItem = { noteable_type: itemType, noteable_id: id };
    const noteIds = await notes.model.find(ofItem).distinct('_id');
    await awardEmoji.model.deleteMany({
      $or: [
        { awardable_type: itemType, awardable_id: id },
        { awardable_type: 'Note', awardable_id: { $in: noteIds } },
      ],
    });
    await todos.model.deleteMany({ target_type: itemType, target_id: id });
    await notes.model.deleteMany(ofItem);
  },
};
