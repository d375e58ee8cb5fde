/** Stored broadcast messages. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** A message from administrators to all users. */
export interface BroadcastMessageDocument extends EntityDocument {
  message: string;
  starts_at: Date;
  ends_at: Date;
  color: string;
  font: string;
  /** Null: all pages. */
  target_path: string | null;
  broadcast_type: string;
  dismissable: boolean;
  created_at: Date;
  updated_at: Date;
}

/** Creates the model. Lists are ordered by id. */
export function createBroadcastMessageModel(connection: Connection): Model<BroadcastMessageDocument> {
  const schema = entitySchema<BroadcastMessageDocument>('broadcast_messages', {
    message: String,
    starts_at: Date,
    ends_at: Date,
    color: String,
    font: String,
    target_path: String,
    broadcast_type: String,
    dismissable: Boolean,
    created_at: Date,
    updated_at: Date,
  });
  return connection.model<BroadcastMessageDocument>('broadcast_messages', schema);
}
