/** Archives of exports that are to be uploaded to the URLs that their requests name. */
import { Schema, type Connection, type Model } from 'mongoose';

/** An upload. It is removed when it has ended. */
export interface UploadDocument {
  /** Id of the archive. */
  _id: string;
  export_id: number;
  /** Time of the next try; while a process uploads it, the end of its lease. */
  due_at?: Date;
  /** Id of the claim of the process that uploads it. */
  run?: string;
}

/** Creates the model. */
export function createUploadModel(connection: Connection): Model<UploadDocument> {
  const schema = new Schema<UploadDocument>(
    {
      _id: String,
      export_id: { type: Number, required: true },
      due_at: Date,
      run: String,
    },
    { versionKey: false, collection: 'export_uploads', strict: 'throw', strictQuery: 'throw' },
  );
  schema.index({ due_at: 1 }, { sparse: true });
  return connection.model<UploadDocument>('export_uploads', schema);
}
