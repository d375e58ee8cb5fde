/**
 * Protected tags: the roles, users and groups that may create tags matching a name or wildcard.
 */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';
import { type AccessEntry, entryListType } from '#refs/access-entries';

/** A protection of one project. */
export interface ProtectedTagDocument extends EntityDocument {
  project_id: number;
  /** Name of a tag, or a wildcard with `*`. */
  name: string;
  /** Entries of which one suffices. */
  create_access_levels: AccessEntry[];
  /** Keys of the users and groups that the entries name; absent without any. */
  named?: string[];
  created_at: Date;
}

/** Creates the model. */
export function createProtectedTagModel(connection: Connection): Model<ProtectedTagDocument> {
  const schema = entitySchema<ProtectedTagDocument>('protected_tags', {
    project_id: { type: Number, required: true },
    name: { type: String, required: true },
    create_access_levels: { ...entryListType, required: true },
    named: { type: [String], default: undefined },
    created_at: { type: Date, required: true },
  });
  schema.index({ project_id: 1, name: 1 }, { unique: true });
  schema.index({ named: 1 }, { sparse: true });
  return connection.model<ProtectedTagDocument>('protected_tags', schema);
}
