/** Files of a service in the object store: one document per file, which names its content. */
import { Schema, type Connection, type Model } from 'mongoose';

/** A file. Several may have the same content. */
export interface FileEntry {
  /** Id of the file. */
  _id: string;
  /** SHA-256 of the content, in hex. */
  sha256: string;
  /** Bytes. */
  size: number;
  metadata: Record<string, unknown>;
  stored_at: Date;
  /** When it was copied from GridFS; absent for others. */
  migrated_at?: Date;
}

/** Creates the model of the files with a name (`avatars`). */
export function createFileEntryModel(connection: Connection, name: string): Model<FileEntry> {
  const schema = new Schema<FileEntry>(
    {
      _id: String,
      sha256: String,
      size: Number,
      metadata: Schema.Types.Mixed,
      stored_at: Date,
      migrated_at: Date,
    },
    { versionKey: false, collection: `${name}_entries`, strict: 'throw', strictQuery: 'throw', minimize: false },
  );
  schema.index({ sha256: 1 });
  schema.index({ stored_at: 1 });
  return connection.model<FileEntry>(`${name}_entries`, schema);
}
