/** What a secondary knows of its copies of files: one document for each file of the primary. */
import { Schema, type Connection, type Model } from 'mongoose';
import { copyFields, newCopy, type CopyState } from '../registry/registry.model';
import type { FileKind, FileName } from './file-kinds';

/** A file and its copy. All that the primary told is of the last try. */
export interface FileDocument extends CopyState {
  /** Kind and id; the copy has the same name in the file store. */
  _id: string;
  kind: FileKind;
  id: number;
  /** Id of the project of an attached file, else the file's own; 0 before the first try. */
  belongs_to: number;
  /** Secret of its address; empty where it has none. */
  secret: string;
  name: string;
  /** Which content of the primary the copy is; null for none. */
  content: string | null;
  expires_at: Date | null;
  /** Whether the primary has lost what is here. */
  is_missing_on_primary: boolean;
}

/** The key of a file. */
export function fileKey({ kind, id }: FileName): string {
  return `${kind}/${id}`;
}

/** A file that was never copied. */
export function newFile({ kind, id }: FileName): Omit<FileDocument, '_id'> {
  const unknown = {
    belongs_to: 0,
    secret: '',
    name: '',
    content: null,
    expires_at: null,
    is_missing_on_primary: false,
  };
  return { ...newCopy(), ...unknown, kind, id };
}

/** Makes the model. */
export function createFileModel(connection: Connection): Model<FileDocument> {
  const schema = new Schema<FileDocument>(
    {
      ...copyFields,
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
