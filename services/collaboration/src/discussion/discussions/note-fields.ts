/** The fields of new notes that start threads or reply to them. */
import { BadRequestError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import type { DiffPosition, NewNote, NoteDocument } from '#discussion/notes';
import type { Noteable } from '#items/shared';
import type { DiscussionNotes } from './find-discussion';
import type { DiscussionsDeps } from './deps';

/** Where a note is written: the fields besides its text. */
type NoteFields = Omit<NewNote, 'body'>;

/** The fields of a note that starts a thread; `position` is null outside of a diff. */
export function threadFields({ type }: Pick<Noteable, 'type'>, position: DiffPosition | null): NoteFields {
  return {
    type: position ? 'DiffNote' : 'DiscussionNote',
    resolvable: type === 'MergeRequest',
    position,
  };
}

/**
 * The fields of a reply. A reply to a resolved thread does not reopen it; one to an individual note
 * turns that into the start of a thread. Throws BadRequestError for system notes.
 */
export async function replyFields(
  call: Call<DiscussionsDeps>,
  target: Noteable,
  notes: DiscussionNotes,
): Promise<NoteFields> {
  const { type, resolvable, position, discussion_id } = await startDiscussion(call, target, notes[0]);
  const written = notes.filter(({ system }) => !system);
  const last = written.at(-1);
  const isResolved = written.every((note) => note.resolvable && note.resolved_at);
  const resolution = isResolved && last ? { resolved_at: last.resolved_at, resolved_by_id: last.resolved_by_id } : {};
  return { type, resolvable, position, discussion_id, ...resolution };
}

/** The first note of a thread. An individual note becomes the start of a thread. */
async function startDiscussion(
  call: Call<DiscussionsDeps>,
  target: Noteable,
  first: NoteDocument,
): Promise<NoteDocument> {
  if (first.type !== null) return first;
  if (first.system) throw new BadRequestError('400 (Bad request) "Discussion can not be replied to." not given');
  const begins = { type: 'DiscussionNote', resolvable: target.type === 'MergeRequest' } as const;
  const changed = await call.deps.notes.mutate(first._id, ({ type }) => (type === null ? { set: begins } : null));
  return changed ?? { ...first, ...begins };
}
