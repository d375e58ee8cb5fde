/**
 * Issue boards of projects and groups. A board's document contains its lists, so that each change
 * is one update.
 */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';

/**
 * A list of a board. Exactly one of the three ids is set; the position is the index in the board.
 */
export interface StoredList {
  id: number;
  label_id: number | null;
  milestone_id: number | null;
  assignee_id: number | null;
  /** Maximum number of issues; absent or 0 for no limit. */
  max_issue_count?: number;
  /** Maximum total weight of the issues; absent or 0 for no limit. */
  max_issue_weight?: number;
  updated_at: Date;
  /** Operation id of the write that created it, for recognizing a repeated write. */
  operation_id: string | null;
}

/** The kinds of objects that lists show the issues of. */
export type ListSubject = 'label_id' | 'milestone_id' | 'assignee_id';

/** An issue board. */
export interface BoardDocument extends EntityDocument {
  project_id: number | null;
  group_id: number | null;
  name: string;
  milestone_id: number | null;
  assignee_id: number | null;
  label_ids: number[];
  weight: number | null;
  lists: StoredList[];
  /** Operation id of the last change of a list, so that a repeated write is not refused. */
  move_operation_id: string | null;
  created_at: Date;
  updated_at: Date;
}

/** Creates the model of the boards. */
export function createBoardModel(connection: Connection): Model<BoardDocument> {
  const schema = entitySchema<BoardDocument>('boards', {
    project_id: Number,
    group_id: Number,
    name: { type: String, required: true },
    milestone_id: Number,
    assignee_id: Number,
    label_ids: { type: [Number], required: true },
    weight: Number,
    lists: { type: [Schema.Types.Mixed], required: true },
    move_operation_id: String,
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  });
  schema.index({ project_id: 1, _id: 1 });
  schema.index({ group_id: 1, _id: 1 });
  schema.index({ label_ids: 1 });
  schema.index({ milestone_id: 1 });
  schema.index({ assignee_id: 1 });
  schema.index({ 'lists.label_id': 1 });
  schema.index({ 'lists.milestone_id': 1 });
  schema.index({ 'lists.assignee_id': 1 });
  return connection.model<BoardDocument>('boards', schema);
}
