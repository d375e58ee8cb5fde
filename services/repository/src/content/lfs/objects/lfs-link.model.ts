/** The projects that have an object: only their readers can download it. */
import { Schema, type Connection, type Model } from 'mongoose';

/** The link of an object to a project. */
export interface LfsLinkDocument {
  /** `<project id>:<oid>`. */
  _id: string;
  project_id: number;
  oid: string;
  /** Bytes of the object. */
  size: number;
}

/** Creates the model. */
export function createLfsLinkModel(connection: Connection): Model<LfsLinkDocument> {
  const schema = new Schema<LfsLinkDocument>(
    { _id: String, project_id: Number, oid: String, size: Number },
    { versionKey: false, collection: 'lfs_links', strict: 'throw', strictQuery: 'throw' },
  );
  schema.index({ project_id: 1, _id: 1 });
  schema.index({ oid: 1 });
  return connection.model<LfsLinkDocument>('lfs_links', schema);
}
