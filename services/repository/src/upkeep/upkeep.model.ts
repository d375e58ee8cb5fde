/** Which repositories changed since they were last tidied. */
import { Schema, type Connection, type Model } from 'mongoose';
import type { RepositoryKind } from '../git/storage/repository-path';

/** What is due for one repository. */
export interface UpkeepDocument {
  /** `<storage>/<project id>/<kind>`. */
  _id: string;
  project_id: number;
  storage: string;
  kind: RepositoryKind;
  /** Changes of refs since the commit graph was written. */
  changes: number;
  /** Changes of refs since everything was packed. */
  unpacked_changes: number;
}

/** Makes the model. */
export function createUpkeepModel(connection: Connection): Model<UpkeepDocument> {
  const schema = new Schema<UpkeepDocument>(
    { _id: String, project_id: Number, storage: String, kind: String, changes: Number, unpacked_changes: Number },
    { versionKey: false, collection: 'upkeeps', strict: 'throw', strictQuery: 'throw' },
  );
  schema.index({ changes: -1 });
  schema.index({ project_id: 1 });
  return connection.model<UpkeepDocument>('upkeeps', schema);
}
