/**
 * The history of items: system notes and resource events. Issues, merge requests and epics announce
 * changes to it; the areas that store the history implement it, and `compose.ts` connects them.
 */
import type { ItemType } from '#items/model';
import type { TextMove } from '#items/references';
import type { RecordableEvent, ResourceChanges } from './item-events';
import type { Mentioner, NoteTarget } from './noteable';
import type { LRUCache } from 'lru-cache';

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

/** A note to write; once per effect key. */
export interface HistoryNote {
  effect_key: string;
  author_id: number;
  body: string;
  mentioner?: Mentioner | undefined;
  at: Date;
}

/** The item whose history is copied. */
export interface HistorySource {
  type: ItemType;
  id: number;
  /** Effect key of the note that is not copied. */
  except: string;
  /** Full path of the project that the notes belong to. */
  project_path: string;
  /** How attached files are copied; absent if the destination cannot have files. */
  uploads?: TextMove;
}

/** The item that receives the copies. */
export interface HistoryDestination {
  type: ItemType;
  id: number;
  project_id: number | null;
  group_id: number | null;
  updated_at: Date;
}

/** Records what happened to items. All methods are idempotent. */
export interface ItemHistory {
  /** Whether requests of this process have recorded changes of items, by the id of the event. */
  readonly recorded: LRUCache<string, Promise<boolean>>;
  /** Records the changes of labels, milestone and state that an event carries. */
  recordResourceEvents(item: { type: ItemType; id: number }, event: RecordableEvent<ResourceChanges>): Promise<void>;
  /** Writes a system note for each text of a change. */
  addNotes(target: NoteTarget, change: RecordedChange): Promise<void>;
  /** Writes one system note. */
  addNote(target: NoteTarget, note: HistoryNote): Promise<void>;
  /** Copies notes, reactions and resource events of an item to another one, and recounts them. */
  copy(source: HistorySource, destination: HistoryDestination): Promise<void>;
}
