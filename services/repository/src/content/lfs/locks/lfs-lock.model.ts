/** Locks of files: while one exists, only its owner may push changes of the file. */
import { Schema, type Connection, type Model } from 'mongoose';

/** The lock of a file. */
export interface LfsLockDocument {
  /** Unique in the instance. */
  _id: number;
  project_id: number;
  /** Path of the file in the repository. */
  path: string;
  /** Owner of the lock. */
  user_id: number;
  locked_at: Date;
}

/** Creates the model. */
export function createLfsLockModel(connection: Connection): Model<LfsLockDocument> {
  const schema = new Schema<LfsLockDocument>(
    { _id: Number, project_id: Number, path: String, user_id: Number, locked_at: Date },
    { versionKey: false, collection: 'lfs_locks', strict: 'throw', strictQuery: 'throw' },
  );
  schema.index({ project_id: 1, path: 1 }, { unique: true });
  schema.index({ project_id: 1, _id: 1 });
  return connection.model<LfsLockDocument>('lfs_locks', schema);
}
