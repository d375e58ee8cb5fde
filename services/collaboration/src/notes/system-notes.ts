/** Notes by which the system records changes. */
import { randomBytes } from 'node:crypto';
import { isDuplicateKey } from '@forgemesh/kit';
import type { Collaboration } from '../service';
import type { NoteableType } from './note.model';

const DISCUSSION_ID_BYTES = 20;

/** What a note is written on. */
export interface NoteTarget {
  type: NoteableType;
  id: number;
  project_id: number | null;
  group_id: number | null;
}

/** A change to record. */
export interface RecordedChange {
  /** Id of the event that tells of the change. */
  event_id: string;
  actor: number;
  at: Date;
  /** One note each, in this order. */
  texts: readonly string[];
}

/** A new discussion's id. */
export function newDiscussionId(): string {
  return randomBytes(DISCUSSION_ID_BYTES).toString('hex');
}

/** What tells the effect of an event from all others: its number among them. */
export function effectKeyOf(eventId: string, index: number): string {
  return `${eventId}/${index}`;
}

/** Records a change below its target. Safe to repeat: each text is written once for its event. */
export async function addSystemNotes(
  deps: Collaboration,
  target: NoteTarget,
  { event_id: eventId, actor, at, texts }: RecordedChange,
): Promise<void> {
  for (const [index, body] of texts.entries()) {
    const effectKey = effectKeyOf(eventId, index);
    if (await deps.notes.model.exists({ effect_key: effectKey })) continue;
    try {
      await deps.notes.insert(
        {
          _id: await deps.notes.nextId(),
          noteable_type: target.type,
          noteable_id: target.id,
          project_id: target.project_id,
          group_id: target.group_id,
          commit_id: null,
          author_id: actor,
          body,
          system: true,
          type: null,
          discussion_id: newDiscussionId(),
          resolvable: false,
          resolved_at: null,
          resolved_by_id: null,
          position: null,
          commit_line: null,
          effect_key: effectKey,
          created_at: at,
          updated_at: at,
        },
        [{ type: 'collaboration.note.created', actor }],
      );
    } catch (error) {
      // Whoever repairs what a crash left met whoever did it at once.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
