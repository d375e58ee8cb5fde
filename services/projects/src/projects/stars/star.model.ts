/** Stars: one document per user and project. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** A star. */
export interface StarDocument extends EntityDocument {
  user_id: number;
  project_id: number;
  created_at: Date;
}

/** Creates the model of the stars. */
export function createStarModel(connection: Connection): Model<StarDocument> {
  const schema = entitySchema<StarDocument>('stars', {
    user_id: { type: Number, required: true },
    project_id: { type: Number, required: true },
    created_at: { type: Date, required: true },
  });
  schema.index({ user_id: 1, project_id: 1 }, { unique: true });
  schema.index({ project_id: 1, _id: 1 });
  return connection.model<StarDocument>('stars', schema);
}
