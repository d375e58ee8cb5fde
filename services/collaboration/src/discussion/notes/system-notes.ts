/** System notes, which record changes. */
import { randomBytes } from 'node:crypto';
import { isDuplicateKey } from '@forgemesh/data';
import type { NoteDocument } from './note.model';
import type { NoteTarget, RecordedChange } from '#items/shared';
import type { NotesDeps } from './deps';

const DISCUSSION_ID_BYTES = 20;
/** Maximum number of notes that are written together. */
const MAX_INSERTED = 100;

/** Generates the id of a new discussion. */
export function newDiscussionId(): string {
  return randomBytes(DISCUSSION_ID_BYTES).toString('hex');
}

/** Records a change on its target. Idempotent: each text is written once per event. */
export async function addSystemNotes(
  deps: Pick<NotesDeps, 'notes'>,
  target: NoteTarget,
  { event_id: eventId, actor, at, texts, mentioner }: RecordedChange,
): Promise<void> {
  const note = { author_id: actor, at, ...(mentioner && { mentioner }) };
  const notes = texts.map((body, index) => ({ ...note, effect_key: `${eventId}/${index}`, body }));
  // The store combines the inserts of a piece; their ids are in the order of the texts.
  for (let at = 0; at < notes.length; at += MAX_INSERTED) {
    const piece = notes.slice(at, at + MAX_INSERTED);
    await Promise.all(piece.map((each) => addSystemNote(deps, target, each)));
  }
}

/** A system note. It starts a discussion of its own unless `discussion_id` is given. */
export type SystemNote = Pick<NoteDocument, 'author_id' | 'body' | 'mentioner'> &
  Partial<Pick<NoteDocument, 'discussion_id' | 'type' | 'position'>> & { effect_key: string; at: Date };

/** Writes one note. Idempotent: it is written once per effect key. */
export async function addSystemNote(
  { notes }: Pick<NotesDeps, 'notes'>,
  { type, id, project_id, group_id, commit_id = null }: NoteTarget,
  { at, ...note }: SystemNote,
): Promise<void> {
  try {
    await notes.insert(
      {
        _id: await notes.nextId(),
        noteable_type: type,
        noteable_id: id,
        commit_id,
        project_id,
        group_id,
        system: true,
        type: null,
        discussion_id: newDiscussionId(),
        resolvable: false,
        resolved_at: null,
        resolved_by_id: null,
        position: null,
        commit_line: null,
        ...note,
        created_at: at,
        updated_at: at,
      },
      [{ type: 'collaboration.note.created', actor: note.author_id }],
    );
  } catch (error) {
    // The request and the event consumer wrote the same note.
    if (!isDuplicateKey(error)) throw error;
  }
}
