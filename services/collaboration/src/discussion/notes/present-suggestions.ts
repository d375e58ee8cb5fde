/** Presents suggested changes of lines in the API. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { Suggestion } from '@forgemesh/proto/collaboration/v1/note';
import type { MergeRequestDocument } from '#items/model';
import type { NoteDocument } from './note.model';
import { outdatedKey } from './outdated-key';
import type { NotesDeps } from './deps';

/** The suggestions of those notes that have some, by the id of the note. */
export async function presentSuggestions(
  { items, notes: store }: Pick<NotesDeps, 'items' | 'notes'>,
  notes: readonly Pick<NoteDocument, '_id' | 'noteable_id' | 'discussion_id' | 'suggestions'>[],
): Promise<ReadonlyMap<number, ResponseOf<Suggestion>[]>> {
  const suggesting = notes.filter(({ suggestions }) => suggestions !== undefined);
  if (suggesting.length === 0) return new Map();
  const requestIds = [...new Set(suggesting.map(({ noteable_id: id }) => id))];
  const keys = [...new Set(suggesting.map(({ discussion_id: id }) => outdatedKey(id)))];
  const [open, outdated] = await Promise.all([
    items.mergeRequests.model
      .find({ _id: { $in: requestIds }, state: 'opened' }, { _id: 1 })
      .lean<Pick<MergeRequestDocument, '_id'>[]>(),
    store.model.find({ effect_key: { $in: keys } }, { effect_key: 1 }).lean<Pick<NoteDocument, 'effect_key'>[]>(),
  ]);
  const openIds = new Set(open.map(({ _id: id }) => id));
  const outdatedKeys = new Set(outdated.map(({ effect_key: key }) => key));
  return new Map(
    suggesting.map((note) => {
      const isCurrent = openIds.has(note.noteable_id) && !outdatedKeys.has(outdatedKey(note.discussion_id));
      return [note._id, (note.suggestions ?? []).map((suggestion) => presentSuggestion(suggestion, isCurrent))];
    }),
  );
}

function presentSuggestion(
  suggestion: NonNullable<NoteDocument['suggestions']>[number],
  isCurrent: boolean,
): ResponseOf<Suggestion> {
  const { id, from_line, to_line, from_content, to_content, commit_id: commitId } = suggestion;
  return {
    id,
    from_line,
    to_line,
    appliable: isCurrent && commitId === null && from_content !== to_content,
    applied: commitId !== null,
    from_content,
    to_content,
  };
}
