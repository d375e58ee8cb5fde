import type { NotesDeps } from './deps';
import type { NoteDocument } from './note.model';

/** The key of the system note in a thread whose lines a later version changed. */
export function outdatedKey(discussionId: string): string {
  return `outdated/${discussionId}`;
}

/** The discussions of notes whose lines a later version changed. */
export async function findOutdatedThreads(
  { model }: NotesDeps['notes'],
  notes: readonly Pick<NoteDocument, 'discussion_id'>[],
): Promise<ReadonlySet<string>> {
  if (notes.length === 0) return new Set();
  const ids = [...new Set(notes.map(({ discussion_id: id }) => id))];
  const found = await model
    .find({ effect_key: { $in: ids.map(outdatedKey) } }, { effect_key: 1 })
    .lean<Pick<NoteDocument, 'effect_key'>[]>();
  const keys = new Set(found.map(({ effect_key: key }) => key));
  return new Set(ids.filter((id) => keys.has(outdatedKey(id))));
}
