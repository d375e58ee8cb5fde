/** Protected tags: the levels that may create tags matching a name or wildcard. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** A protection of one project. */
export interface ProtectedTagDocument extends EntityDocument {
  project_id: number;
  /** Name of a tag, or a wildcard with `*`. */
  name: string;
  /** Roles of which one suffices; 0 means no one. */
  create_access_levels: { access_level: number }[];
  created_at: Date;
}

/** Creates the model. */
export function createProtectedTagModel(connection: Connection): Model<ProtectedTagDocument> {
  const schema = entitySchema<ProtectedTagDocument>('protected_tags', {
    project_id: { type: Number, required: true },
    name: { type: String, required: true },
    create_access_levels: { type: [{ access_level: Number, _id: false }], required: true },
    created_at: { type: Date, required: true },
  });
  schema.index({ project_id: 1, name: 1 }, { unique: true });
  return connection.model<ProtectedTagDocument>('protected_tags', schema);
}
