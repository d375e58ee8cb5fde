/** Removes the data related to deleted objects. */
import type { NoteableType } from '#items/model';
import type { DeletionsDeps } from './deps';

/**
 * Removes the notes on an object with their reactions, its own reactions, its resource events, and
 * the todos about it.
 */
export async function removeRelatedData(
  { notes, awardEmoji, todos, resourceEvents }: DeletionsDeps,
  type: Exclude<NoteableType, 'Commit'>,
  id: number,
): Promise<void> {
  const onIt = { noteable_type: type, noteable_id: id };
  const noteIds = await notes.model.find(onIt).distinct('_id');
  await awardEmoji.model.deleteMany({
    $or: [
      { awardable_type: type, awardable_id: id },
      { awardable_type: 'Note', awardable_id: { $in: noteIds } },
    ],
  });
  if (type !== 'Snippet') await resourceEvents.deleteMany({ resource_type: type, resource_id: id });
  if (type !== 'Snippet') await todos.model.deleteMany({ target_type: type, target_id: id });
  await notes.deleteMany(onIt);
}
