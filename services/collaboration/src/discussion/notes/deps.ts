import type { EntityStore, LongLists } from '@forgemesh/data';
import type { Logger } from '@forgemesh/telemetry';
import type { LRUCache } from 'lru-cache';
import type { IssueQueries } from '#items/issues';
import type { MergeRequestQueries } from '#items/merge-requests';
import type { ReferencesDeps } from '#items/references';
import type { ParseQuickActions } from '#items/shared';
import type { NoteCounts, NoteRecounts } from './note-counts';
import type { NoteDocument } from './note.model';
import type { ReactWithNote } from './reaction-in';

/** Counts of the notes on items. */
export interface NoteCounting {
  /** Counts new notes on their items. */
  increments: NoteCounts;
  /** Recounts the notes of items. */
  recounts: NoteRecounts;
  /** Whether requests of this process have counted new notes, by the id of the note. */
  counted: LRUCache<number, Promise<boolean>>;
}

/** Dependencies of notes. */
export interface NotesDeps extends ReferencesDeps {
  notes: EntityStore<NoteDocument>;
  noteCounts: NoteCounting;
  /** Pages of notes. */
  lists: { notes: LongLists<NoteDocument> };
  queries: IssueQueries & MergeRequestQueries;
  parseQuickActions: ParseQuickActions;
  /** Stores a note that consists of an emoji as a reaction. */
  reactWithNote: ReactWithNote;
  log: Logger;
}
