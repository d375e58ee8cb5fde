/** File replicas of a secondary: one document per file of the primary. */
import { Schema, type Connection, type Model } from 'mongoose';
import { newReplicaState, type ReplicaState, replicaStateFields } from '#replication/registry';
import type { FileKind, FileName } from './file-kinds';

/** A file and the state of its replica. The data of the original is that of the last sync. */
export interface FileDocument extends ReplicaState {
  /** Kind and id; also the key of the content in the file store. */
  _id: string;
  kind: FileKind;
  id: number;
  /** Id of the project of an upload, otherwise the id of the file; 0 before the first sync. */
  belongs_to: number;
  /** Unguessable part of the URL; empty if the URL has none. */
  secret: string;
  name: string;
  /** Content name of the replica; null before the first sync. */
  content: string | null;
  expires_at: Date | null;
  /** Whether the original is damaged or missing on the primary. */
  is_missing_on_primary: boolean;
}

/** Returns the key of a file. */
export function fileKey({ kind, id }: FileName): string {
  return `${kind}/${id}`;
}

/** Initial document of a file without a replica. */
export function newFile({ kind, id }: FileName): Omit<FileDocument, '_id'> {
  const initial = {
    belongs_to: 0,
    secret: '',
    name: '',
    content: null,
    expires_at: null,
    is_missing_on_primary: false,
  };
  return { ...newReplicaState(), ...initial, kind, id };
}

/** Creates the model. */
export function createFileModel(connection: Connection): Model<FileDocument> {
  const schema = new Schema<FileDocument>(
    {
      ...replicaStateFields,
      _id: String,
      kind: String,
      id: Number,
      belongs_to: Number,
      secret: String,
      name: String,
      content: String,
      expires_at: Date,
      is_missing_on_primary: Boolean,
    },
    { versionKey: false, collection: 'geo_files', strict: 'throw', id: false },
  );
  schema.index({ kind: 1, id: 1 }, { unique: true });
  schema.index({ kind: 1, belongs_to: 1 });
  schema.index({ due_at: 1 });
  schema.index({ state: 1 });
  return connection.model<FileDocument>('geo_files', schema);
}
