/** Contents of large files: one document per object, however many projects it is linked to. */
import { Schema, type Connection, type Model } from 'mongoose';

/** An object of the instance. */
export interface LfsObjectDocument {
  /** SHA-256 of the content, in hex. */
  _id: string;
  /** Bytes. */
  size: number;
  /** Time from which the object is removed if no project is linked; absent while one is. */
  check_at?: Date;
  /** When its removal began. Until that is complete, the object cannot be stored again. */
  removing_at?: Date;
}

/** Creates the model. */
export function createLfsObjectModel(connection: Connection): Model<LfsObjectDocument> {
  const schema = new Schema<LfsObjectDocument>(
    { _id: String, size: Number, check_at: Date, removing_at: Date },
    { versionKey: false, collection: 'lfs_objects', strict: 'throw', strictQuery: 'throw' },
  );
  schema.index({ check_at: 1 }, { sparse: true });
  return connection.model<LfsObjectDocument>('lfs_objects', schema);
}
