/** Resource events: the history of the labels, milestone and state of an item. */
import { whereGreater } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';

/** Items that have resource events. */
export type ResourceType = 'Issue' | 'MergeRequest' | 'Epic';

/** What an event records. */
export type ResourceEventKind = 'label' | 'milestone' | 'state';

/** A resource event. Its kind decides which of `label_id`, `milestone_id` and `state` it has. */
export interface ResourceEventDocument {
  _id: number;
  kind: ResourceEventKind;
  resource_type: ResourceType;
  resource_id: number;
  /** The user who made the change; null for the system. */
  user_id: number | null;
  action?: 'add' | 'remove';
  label_id?: number;
  milestone_id?: number;
  state?: 'closed' | 'reopened' | 'merged';
  /**
   * Whether a move or promotion of the item caused it: such an event is not copied to the new item.
   */
  is_of_move?: boolean;
  /** Unique key of the recorded change, derived from the id of its bus event. */
  effect_key: string;
  created_at: Date;
}

/** Creates the model. */
export function createResourceEventModel(connection: Connection): Model<ResourceEventDocument> {
  const schema = new Schema<ResourceEventDocument>(
    {
      _id: Number,
      kind: { type: String, required: true },
      resource_type: { type: String, required: true },
      resource_id: { type: Number, required: true },
      user_id: Number,
      action: String,
      label_id: Number,
      milestone_id: Number,
      state: String,
      is_of_move: Boolean,
      effect_key: { type: String, required: true },
      created_at: { type: Date, required: true },
    },
    { versionKey: false, minimize: false, collection: 'resource_events', strict: 'throw', strictQuery: 'throw' },
  );
  schema.index({ resource_type: 1, resource_id: 1, kind: 1, _id: 1 });
  schema.index({ effect_key: 1 }, { unique: true });
  schema.index({ label_id: 1 }, whereGreater('label_id', 0));
  schema.index({ milestone_id: 1 }, whereGreater('milestone_id', 0));
  schema.index({ user_id: 1 });
  return connection.model<ResourceEventDocument>('resource_events', schema);
}
