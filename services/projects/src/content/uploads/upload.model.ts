/** Files attached to projects. */
import type { EventEntity } from '@forgemesh/events';
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** An attached file. */
export interface UploadDocument extends EntityDocument {
  project_id: number;
  /** Unguessable part of the file's URL. */
  secret: string;
  file_name: string;
  /** Id of the content in the file store. */
  file: string;
  /** Size in bytes. */
  size: number;
  creator_id: number;
  created_at: Date;
}

/** Creates the model of the attached files. */
export function createUploadModel(connection: Connection): Model<UploadDocument> {
  const schema = entitySchema<UploadDocument>('uploads', {
    project_id: { type: Number, required: true },
    secret: { type: String, required: true },
    file_name: { type: String, required: true },
    file: { type: String, required: true },
    size: { type: Number, required: true },
    creator_id: { type: Number, required: true },
    created_at: { type: Date, required: true },
  });
  schema.index({ project_id: 1, secret: 1 });
  schema.index({ file: 1 }, { unique: true });
  return connection.model<UploadDocument>('uploads', schema);
}

/** A file in events. */
export function presentUploadEvent({ _id: id, project_id }: UploadDocument): EventEntity<'projects.upload.created'> {
  return { id, project_id };
}
