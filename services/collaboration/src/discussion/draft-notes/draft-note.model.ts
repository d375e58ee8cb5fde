/** Draft notes: comments on merge requests that only their authors see. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';
import type { DiffPosition } from '#discussion/notes';

/** A draft note. */
export interface DraftNoteDocument extends EntityDocument {
  merge_request_id: number;
  project_id: number;
  author_id: number;
  note: string;
  /** The thread that it replies to; null if it starts one. */
  discussion_id: string | null;
  resolve_discussion: boolean;
  commit_id: string | null;
  /** Null for a note on the merge request as a whole. */
  position: DiffPosition | null;
  created_at: Date;
}

/** Creates the model of the draft notes. */
export function createDraftNoteModel(connection: Connection): Model<DraftNoteDocument> {
  const schema = entitySchema<DraftNoteDocument>('draft_notes', {
    merge_request_id: { type: Number, required: true },
    project_id: { type: Number, required: true },
    author_id: { type: Number, required: true },
    note: { type: String, required: true },
    discussion_id: String,
    resolve_discussion: { type: Boolean, required: true },
    commit_id: String,
    position: Schema.Types.Mixed,
    created_at: { type: Date, required: true },
  });
  schema.index({ merge_request_id: 1, author_id: 1, _id: 1 });
  schema.index({ author_id: 1 });
  return connection.model<DraftNoteDocument>('draft_notes', schema);
}
