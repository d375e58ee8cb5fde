/** Files of the versions of merge requests that users have marked as viewed. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** The marks of a user for a version. */
export interface ViewedFilesDocument extends EntityDocument {
  merge_request_id: number;
  user_id: number;
  /** Newest commit of the version. */
  head_sha: string;
  /** Paths after the change. */
  paths: string[];
}

/** Creates the model of the marks. */
export function createViewedFilesModel(connection: Connection): Model<ViewedFilesDocument> {
  const schema = entitySchema<ViewedFilesDocument>('viewed_files', {
    merge_request_id: { type: Number, required: true },
    user_id: { type: Number, required: true },
    head_sha: { type: String, required: true },
    paths: { type: [String], required: true },
  });
  schema.index({ merge_request_id: 1, user_id: 1, head_sha: 1 }, { unique: true });
  schema.index({ user_id: 1 });
  return connection.model<ViewedFilesDocument>('viewed_files', schema);
}
