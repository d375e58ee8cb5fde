/** Todos: reminders of items that need a user's attention. */
import { type EntityDocument, entitySchema, wherePresent } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** The reasons for todos. */
export const todoActions = [
  'assigned',
  'mentioned',
  'build_failed',
  'marked',
  'approval_required',
  'unmergeable',
  'directly_addressed',
  'review_requested',
] as const;

/** A todo. */
export interface TodoDocument extends EntityDocument {
  user_id: number;
  project_id: number | null;
  group_id: number | null;
  target_type: 'Issue' | 'MergeRequest' | 'Epic' | 'Commit';
  /** Id of the target; 0 for a commit. */
  target_id: number;
  commit_id: string | null;
  action: (typeof todoActions)[number];
  /** The user who caused it. */
  author_id: number;
  note_id: number | null;
  state: 'pending' | 'done';
  /**
   * User and target while it is pending; unique, so that a user has one pending todo per target.
   */
  pending_key?: string;
  /** Event and user; unique, so that each event creates it once. */
  effect_key?: string;
  created_at: Date;
  updated_at: Date;
}

/** The project or group of a todo, and the type of its target. */
export type TodoScope = Pick<TodoDocument, 'target_type' | 'project_id' | 'group_id'>;

/** Creates the model of the todos. */
export function createTodoModel(connection: Connection): Model<TodoDocument> {
  const schema = entitySchema<TodoDocument>('todos', {
    user_id: { type: Number, required: true },
    project_id: Number,
    group_id: Number,
    target_type: { type: String, required: true },
    target_id: { type: Number, required: true },
    commit_id: String,
    action: { type: String, required: true },
    author_id: { type: Number, required: true },
    note_id: Number,
    state: { type: String, required: true },
    pending_key: String,
    effect_key: String,
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  });
  schema.index({ user_id: 1, state: 1, _id: -1 });
  schema.index({ target_type: 1, target_id: 1 });
  schema.index({ project_id: 1 });
  schema.index({ group_id: 1 });
  schema.index({ pending_key: 1 }, { unique: true, ...wherePresent('pending_key') });
  schema.index({ effect_key: 1 }, { unique: true, ...wherePresent('effect_key') });
  return connection.model<TodoDocument>('todos', schema);
}
