/** System notes, which record changes. */
import { randomBytes } from 'node:crypto';
import { isDuplicateKey } from '@forgemesh/data';
import type { Collaboration } from '#deps';
import type { Mentioner, NoteableType, NoteDocument } from './note.model';

const DISCUSSION_ID_BYTES = 20;
/** Maximum number of notes that are written together. */
const MAX_INSERTED = 100;

/** The target of a note. */
export interface NoteTarget {
  type: NoteableType;
  id: number;
  project_id: number | null;
  group_id: number | null;
  /** The id of a commit; absent for other targets. */
  commit_id?: string | null;
}

/** A change to record. */
export interface RecordedChange {
  /** Id of the event that carries the change. */
  event_id: string;
  actor: number;
  at: Date;
  /** One note is written for each text, in this order. */
  texts: readonly string[];
  /** The object that the notes name; users who may not read it do not see them. */
  mentioner?: Mentioner;
}

/** Generates the id of a new discussion. */
export function newDiscussionId(): string {
  return randomBytes(DISCUSSION_ID_BYTES).toString('hex');
}

/** Records a change on its target. Idempotent: each text is written once per event. */
export async function addSystemNotes(
  deps: Collaboration,
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
  { notes }: Collaboration,
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
