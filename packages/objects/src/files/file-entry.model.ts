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
}

/**
 * Creates the model of the files with a name (`avatars`).
 * @param isUsed whether files are written: otherwise the collection gets no indexes, because it
 *   usually does not exist, and each of them delays the start of the service
 */
export function createFileEntryModel(connection: Connection, name: string, isUsed: boolean): Model<FileEntry> {
  const schema = new Schema<FileEntry>(
    {
      _id: String,
      sha256: String,
      size: Number,
      metadata: Schema.Types.Mixed,
      stored_at: Date,
    },
    { versionKey: false, collection: `${name}_entries`, strict: 'throw', strictQuery: 'throw', minimize: false },
  );
  if (isUsed) schema.index({ sha256: 1 });
  return connection.model<FileEntry>(`${name}_entries`, schema);
}
