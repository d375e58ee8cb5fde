/** Presents suggested changes of lines in the API. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { Suggestion } from '@forgemesh/proto/collaboration/v1/note';
import type { MergeRequestDocument } from '#items/model';
import type { NoteDocument } from './note.model';
import { findOutdatedThreads } from './outdated-threads';
import type { NotesDeps } from './deps';

/** The suggestions of those notes that have some, by the id of the note. */
export async function presentSuggestions(
  { items, notes: store }: Pick<NotesDeps, 'items' | 'notes'>,
  notes: readonly Pick<NoteDocument, '_id' | 'noteable_id' | 'discussion_id' | 'suggestions'>[],
): Promise<ReadonlyMap<number, ResponseOf<Suggestion>[]>> {
  const suggesting = notes.filter(({ suggestions }) => suggestions !== undefined);
  if (suggesting.length === 0) return new Map();
  const requestIds = [...new Set(suggesting.map(({ noteable_id: id }) => id))];
  const [open, outdated] = await Promise.all([
    items.mergeRequests.model
      .find({ _id: { $in: requestIds }, state: 'opened' }, { _id: 1 })
      .lean<Pick<MergeRequestDocument, '_id'>[]>(),
    findOutdatedThreads(store, suggesting),
  ]);
  const openIds = new Set(open.map(({ _id: id }) => id));
  return new Map(
    suggesting.map((note) => {
      const isCurrent = openIds.has(note.noteable_id) && !outdated.has(note.discussion_id);
      return [note._id, (note.suggestions ?? []).map((suggestion) => presentSuggestion(suggestion, isCurrent))];
    }),
  );
}

function presentSuggestion(
  suggestion: NonNullable<NoteDocument['suggestions']>[number],
  isCurrent: boolean,
): ResponseOf<Suggestion> {
  const { id, from_line, to_line, from_content, to_content, commit_id: commitId, is_outdated: isOutdated } = suggestion;
  return {
    id,
    from_line,
    to_line,
    appliable: isCurrent && isOutdated !== true && commitId === null && from_content !== to_content,
    applied: commitId !== null,
    from_content,
    to_content,
  };
}
