/** Access requests: users request membership of projects and groups. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** An access request. */
export interface AccessRequestDocument extends EntityDocument {
  /** The requested project or group: `project/1` or `group/1`. */
  source: string;
  user_id: number;
  created_at: Date;
}

/** Creates the model of the access requests. */
export function createAccessRequestModel(connection: Connection): Model<AccessRequestDocument> {
  const schema = entitySchema<AccessRequestDocument>('access_requests', {
    source: { type: String, required: true },
    user_id: { type: Number, required: true },
    created_at: { type: Date, required: true },
  });
  schema.index({ source: 1, user_id: 1 }, { unique: true });
  schema.index({ source: 1, _id: 1 });
  schema.index({ user_id: 1 });
  return connection.model<AccessRequestDocument>('access_requests', schema);
}
