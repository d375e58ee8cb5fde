/**
 * Locks of repositories during storage moves: read-only while their project moves, and released on
 * the storage that it has left.
 */
import { Schema, type Connection, type Model } from 'mongoose';

/** The lock of a project's repositories on one storage. */
export interface ReadOnlyLockDocument {
  /** `<project id>:<storage>`. */
  _id: string;
  project_id: number;
  storage: string;
  /** Number of the latest move on this storage. Requests of older moves are refused. */
  move: number;
  /**
   * `closed`: read-only; `left`: neither readable nor writable, because the project is on another
   * storage; `open`: not locked.
   */
  state: 'closed' | 'left' | 'open';
  changed_at: Date;
}

/** Creates the model. */
export function createReadOnlyLockModel(connection: Connection): Model<ReadOnlyLockDocument> {
  const schema = new Schema<ReadOnlyLockDocument>(
    { _id: String, project_id: Number, storage: String, move: Number, state: String, changed_at: Date },
    { versionKey: false, collection: 'closed_places', strict: 'throw', strictQuery: 'throw' },
  );
  schema.index({ storage: 1 });
  return connection.model<ReadOnlyLockDocument>('closed_places', schema);
}
