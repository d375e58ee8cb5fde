/** Notes: comments and system notes on issues, merge requests, snippets, epics and commits. */
import { type EntityDocument, entitySchema, type SearchFields, whereGreater, wherePresent } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';
import type { NoteableType } from '#items/model';
import type { Mentioner } from '#items/shared';

/** The position of a note in a diff. */
export interface DiffPosition {
  base_sha: string;
  start_sha: string;
  head_sha: string;
  old_path: string | null;
  new_path: string | null;
  position_type: 'text' | 'image';
  old_line: number | null;
  new_line: number | null;
  /** First and last line, if the note is on several; absent in notes of earlier releases. */
  line_range?: LineRange | null;
}

/** The lines of a note on several lines. */
export interface LineRange {
  start: RangeEnd;
  end: RangeEnd;
}

/** The first or last line of a range. */
export interface RangeEnd {
  line_code: string;
  /** Null for an unchanged line. */
  type: 'old' | 'new' | null;
  old_line: number | null;
  new_line: number | null;
}

/** A change of lines that a note suggests. */
export interface SuggestionDocument {
  id: number;
  /** Numbers of the lines that it replaces, after the change. */
  from_line: number;
  to_line: number;
  from_content: string;
  to_content: string;
  /** The commit that applied it, empty if an archive did not tell; null before. */
  commit_id: string | null;
  /** Whether its lines had changed when it was imported; absent for others. */
  is_outdated?: boolean;
}

/** A line that a commit adds or removes, which its comments refer to. */
export interface CommitLine {
  path: string;
  line: number;
  line_type: 'new' | 'old';
}

/** A note. Comments are searchable, system notes are not. */
export interface NoteDocument extends EntityDocument, Partial<SearchFields> {
  noteable_type: NoteableType;
  /** Id of the target; 0 for a commit. */
  noteable_id: number;
  /** The commit, if it is the target or the note is about it. */
  commit_id: string | null;
  project_id: number | null;
  group_id: number | null;
  author_id: number;
  body: string;
  /** Whether it is a system note, which records a change. */
  system: boolean;
  /** Null for an individual note, which starts no discussion. */
  type: 'DiscussionNote' | 'DiffNote' | null;
  /** 40 hex digits; notes of one discussion share it. */
  discussion_id: string;
  resolvable: boolean;
  resolved_at: Date | null;
  resolved_by_id: number | null;
  position: DiffPosition | null;
  /** Suggested changes; absent for notes that suggest none. */
  suggestions?: SuggestionDocument[];
  /** The changed line of a commit that a comment is on; null for all other notes. */
  commit_line: CommitLine | null;
  /** The object that mentions or closed the target, if the note records that. */
  mentioner?: Mentioner;
  /** First parent of the commit whose line the comment is on; absent for other notes. */
  parent_id?: string | null;
  /**
   * Unique key of a system note, derived from the id of the event that it records, so that it is
   * written once.
   */
  effect_key?: string;
  created_at: Date;
  updated_at: Date;
}

/** Projection for lists: without search fields and pending events. */
export const listedNote = { outbox: 0, search_text: 0 } as const;

/** Creates the model of the notes. */
export function createNoteModel(connection: Connection): Model<NoteDocument> {
  const schema = entitySchema<NoteDocument>('notes', {
    noteable_type: { type: String, required: true },
    noteable_id: { type: Number, required: true },
    commit_id: String,
    project_id: Number,
    group_id: Number,
    author_id: { type: Number, required: true },
    body: { type: String, required: true },
    system: { type: Boolean, required: true },
    type: String,
    discussion_id: { type: String, required: true },
    resolvable: { type: Boolean, required: true },
    resolved_at: Date,
    resolved_by_id: Number,
    position: Schema.Types.Mixed,
    suggestions: { type: [Schema.Types.Mixed], default: undefined },
    commit_line: Schema.Types.Mixed,
    mentioner: Schema.Types.Mixed,
    parent_id: String,
    effect_key: String,
    search_text: String,
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  });
  schema.index({ noteable_type: 1, noteable_id: 1, _id: -1 });
  schema.index({ project_id: 1, commit_id: 1, _id: 1 });
  schema.index({ discussion_id: 1, _id: 1 });
  schema.index({ author_id: 1, _id: -1 });
  schema.index({ 'suggestions.id': 1 }, whereGreater('suggestions.id', 0));
  schema.index({ effect_key: 1 }, { unique: true, ...wherePresent('effect_key') });
  return connection.model<NoteDocument>('notes', schema);
}
