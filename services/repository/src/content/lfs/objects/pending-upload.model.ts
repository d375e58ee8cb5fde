/** Uploads that clients send to the object store itself, until they confirm them. */
import { Schema, type Connection, type Model } from 'mongoose';

/** An upload whose content counts for its project, whether it has arrived or not. */
export interface PendingUploadDocument {
  /** `<project id>-<oid>-<size>`: clients that upload the same object share an upload. */
  _id: string;
  project_id: number;
  /** Bytes of the object. */
  size: number;
  /** Time from which it can no longer be confirmed. */
  expires_at: Date;
}

/** Creates the model. */
export function createPendingUploadModel(connection: Connection): Model<PendingUploadDocument> {
  const schema = new Schema<PendingUploadDocument>(
    { _id: String, project_id: Number, size: Number, expires_at: Date },
    { versionKey: false, collection: 'lfs_pending_uploads', strict: 'throw', strictQuery: 'throw' },
  );
  schema.index({ project_id: 1 });
  schema.index({ expires_at: 1 });
  return connection.model<PendingUploadDocument>('lfs_pending_uploads', schema);
}
