/** The writers that count the notes of items. */
import type { CombinedCommands } from '@forgemesh/data';
import type { ItemDocument, NoteableType } from '#items/model';

/** A note to add to the count of its item, which was read before the note was written. */
export interface NewNoteCount {
  type: NoteableType;
  item: ItemDocument;
  at: Date;
}

/**
 * Increments the counts of items, those of concurrent requests in one command. The outcome of an
 * item is false if it must be recounted.
 */
export type NoteCounts = CombinedCommands<NewNoteCount, boolean>;

/** An item whose notes are to be counted. */
export interface NoteRecount {
  type: NoteableType;
  id: number;
  at: Date;
}

/** Recounts the notes of items: one count for requests that change notes of an item together. */
export type NoteRecounts = CombinedCommands<NoteRecount>;
